import { formatCount } from '../../../src/shared/text';
import { clientConfig } from './config';

/** How long data from the public forms is kept, such as `365 dagar`. Undefined if it is kept without limit. */
export function retention(): string | undefined {
  const { retention_days } = clientConfig();
  if (retention_days === 0) return undefined;
  return retention_days === 1 ? '1 dag' : `${formatCount(retention_days)} dagar`;
}
