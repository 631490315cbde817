import { recordAction } from '#src/features/audit/service.ts';
import { listEventsWith } from '#src/features/events/admin-view/service.ts';
import { EVENT_FIELD_NAMES } from '#src/features/events/fields.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Dismissal, DuplicateEvent, DuplicatePair, Duplicates } from './contract.ts';
import { findPairs, pairKey } from './pairs/service.ts';
import { betterKept, differingFields } from './rules.ts';
import * as store from './store.ts';

/** Longer lists are not worked through anyway. */
const PAIRS_MAX = 200;
/** About two seconds. */
const COMPARISONS_MAX = 300_000;
const PAST_DAYS = 365;

type ReadContext = Pick<Context, 'now'> & { database: { db: Reader } };

async function search({ database: { db }, now }: ReadContext) {
  const today = dayInStockholm(now());
  const events = await store.findComparedEvents(db, addDaysTo(today, -PAST_DAYS));
  const upcoming = events.filter(({ event_date }) => event_date >= today);
  const past = events.filter(({ event_date }) => event_date < today).reverse();
  const dismissed = new Set(
    (await store.findDismissed(db)).map(({ event_id, other_id }) => pairKey(event_id, other_id)),
  );
  return findPairs([...upcoming, ...past], {
    dismissed,
    pairsMax: PAIRS_MAX,
    comparisonsMax: COMPARISONS_MAX,
  });
}

export async function listDuplicates(ctx: AdminContext): Promise<Duplicates> {
  const { pairs, isComplete } = await search(ctx);
  const ids = [...new Set(pairs.flatMap((pair) => pair.ids))];
  const { db } = ctx.database;
  const [events, watchCounts] = await Promise.all([
    listEventsWith(db, ctx, ids),
    store.countWatches(db, ids),
  ]);
  const byId = new Map(
    events.map((event) => [event.id, { ...event, watch_count: watchCounts.get(event.id) ?? 0 }]),
  );
  return {
    pairs: pairs.flatMap(({ ids: [id, otherId], similarity }) => {
      const [one, other] = [byId.get(id), byId.get(otherId)];
      // One may have been deleted since.
      return one && other ? [describePair(one, other, similarity)] : [];
    }),
    has_more: !isComplete,
  };
}

function describePair(one: DuplicateEvent, other: DuplicateEvent, similarity: number): DuplicatePair {
  return {
    similarity: Math.round(similarity * 100) / 100,
    keep_id: betterKept(EVENT_FIELD_NAMES, one, other).id,
    differing_fields: differingFields(EVENT_FIELD_NAMES, one, other),
    events: [one, other],
  };
}

/** Declares that the two events are different races. */
export async function dismissDuplicate(
  ctx: AdminContext,
  { id, other_id }: Dismissal,
): Promise<{ message: string }> {
  await ctx.database.db.transaction(async (tx) => {
    const names = await store.shareLockEvents(tx, [id, other_id]);
    if (names.length < 2) throw new AppError('event.not_found');
    const isNew = await store.insertDistinct(tx, [id, other_id], ctx.admin.username, ctx.now().toISOString());
    if (isNew)
      await recordAction(tx, ctx, 'event.distinct', {
        id,
        name: names.join(' och '),
        details: { event_ids: [id, other_id] },
      });
  });
  forgetCount(ctx);
  return { message: 'Paret visas inte längre.' };
}

/** By the database of the product. The count is a minute old at most. */
const counts = new WeakMap<object, { at: number; count: Promise<number> }>();
const COUNT_LIFETIME_MS = 60_000;

/** At most {@link PAIRS_MAX}. Searching takes a moment, so the portal's counters share a result. */
export function countDuplicates(ctx: Pick<Context, 'now' | 'database'>): Promise<number> {
  const known = counts.get(ctx.database.sql);
  const at = ctx.now().getTime();
  if (known && Math.abs(at - known.at) < COUNT_LIFETIME_MS) return known.count;
  const count = search(ctx).then(({ pairs }) => pairs.length);
  counts.set(ctx.database.sql, { at, count });
  count.catch(() => forgetCount(ctx));
  return count;
}

/** After a merge or a dismissal, so that the admin sees the next count. */
export function forgetCount({ database }: Pick<Context, 'database'>): void {
  counts.delete(database.sql);
}
