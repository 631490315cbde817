import { formatCount } from '../../../src/shared/text';
import { clientConfig } from './config';

/** For how long the public forms' mail is kept: `365 dagar`; undefined when it is for ever (D2). */
export function retention(): string | undefined {
  const { retention_days } = clientConfig();
  if (retention_days === 0) return undefined;
  return retention_days === 1 ? '1 dag' : `${formatCount(retention_days)} dagar`;
}
