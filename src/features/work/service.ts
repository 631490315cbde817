import type { Context } from '../../platform/context';
import { countDuplicates } from '../events/duplicates/service';
import { WORK_KINDS, type WorkCounts } from './contract';
import { countWaiting } from './store';

export { WAITING } from './store';

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
