import { countOf } from '#src/shared/text.ts';
import { clientConfig } from './config.ts';

/** Such as `365 dagar`. Undefined if data from the public forms is kept without limit. */
export function retention(): string | undefined {
  const { retention_days } = clientConfig();
  if (retention_days === 0) return undefined;
  return countOf(retention_days, 'dag', 'dagar');
}
