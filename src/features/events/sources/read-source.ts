import { join } from 'node:path';
import { runReader } from '../../../platform/spreadsheet/reader';
import type { CheckedItems, Defaults } from './items';

const SCRIPT = join(import.meta.dir, 'items-process.ts');

/** Reads and checks the content of a source in a process of its own. Throws `source.*` or `import.*`. */
export async function readSource(
  bytes: Uint8Array,
  options: { defaults: Defaults; today: string },
  signal?: AbortSignal,
): Promise<CheckedItems> {
  const read: CheckedItems = { checked: [], keys: [], ignored: [], errors: [], warnings: [] };
  const lists: Record<string, unknown[]> = {
    item: read.checked,
    key: read.keys,
    ignored: read.ignored,
    error: read.errors,
    warning: read.warnings,
  };
  await runReader({
    script: SCRIPT,
    args: [JSON.stringify(options)],
    bytes,
    onLine: ([kind, value]) => lists[String(kind)]?.push(value),
    signal,
    failure: 'source.too_costly',
  });
  return read;
}
