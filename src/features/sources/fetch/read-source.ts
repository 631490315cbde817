import { join } from 'node:path';
import { headOf, otherKindOf } from '#src/platform/spreadsheet/content-kind.ts';
import { runReader } from '#src/platform/spreadsheet/reader.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import type { CheckedItems, Defaults } from '../items/items.ts';

const SCRIPT = join(import.meta.dir, 'items-process.ts');

const describeKind = (kind: string) =>
  `Adressen leder till ${kind}. Ange adressen till själva kalendern. ${detailOf('source.format')}`;

/** Reads and checks the content of a source in a process of its own. Throws `source.*` or `import.*`. */
export async function readSource(
  content: readonly Uint8Array[],
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
  try {
    await runReader({
      script: SCRIPT,
      args: [JSON.stringify(options)],
      content,
      onLine: ([kind, value]) => lists[String(kind)]?.push(value),
      signal,
      failure: 'source.too_costly',
    });
  } catch (error) {
    const kind = otherKindOf(headOf(content));
    if (!kind || !(error instanceof AppError && error.code === 'source.format')) throw error;
    throw new AppError('source.format', { cause: error, detail: describeKind(kind) });
  }
  return read;
}
