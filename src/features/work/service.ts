import { countDuplicates } from '#src/features/duplicates/service.ts';
import type { Context } from '#src/platform/context.ts';
import { WORK_KINDS, type WorkCounts } from './contract.ts';
import { countWaiting } from './store.ts';

export { WAITING } from './store.ts';

export async function readWork(ctx: Pick<Context, 'database' | 'now'>): Promise<WorkCounts> {
  const [rows, duplicates] = await Promise.all([countWaiting(ctx.database.db), countDuplicates(ctx)]);
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const valuesOf = <Value>(read: (kind: (typeof WORK_KINDS)[number]) => Value) =>
    Object.fromEntries(WORK_KINDS.map((kind) => [kind, read(kind)])) as Record<
      (typeof WORK_KINDS)[number],
      Value
    >;
  return {
    ...valuesOf((kind) => byKind.get(kind)?.count ?? 0),
    duplicates,
    oldest: valuesOf((kind) => {
      const oldest = byKind.get(kind)?.oldest;
      return oldest ? new Date(oldest).toISOString() : null;
    }),
  };
}
