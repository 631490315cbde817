import type { Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { dayInStockholm } from '../../../shared/dates';
import type { ColumnValues } from '../contract';
import { createEventIndex } from '../import/same-events';
import { findEventsOn } from '../import/store';
import { isSameValue } from '../rules';
import { lockSeries } from '../series/service';
import { acceptChanges } from './accept';
import type { SourceFetchResult } from './contract';
import { type CheckedItem, checkItems } from './items';
import { type Decision, decideItem } from './rules';
import * as store from './store';
import type { SourceItem } from './texts';

/**
 * Compares what the source has with what it had, and stores what is new, changed and gone. Changes of a trusted source are
 * accepted at once. Call it with the import lock.
 */
export async function compareItems(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  source: store.SourceRow,
  items: readonly SourceItem[],
): Promise<SourceFetchResult> {
  const now = ctx.now().toISOString();
  const { defaults } = source;
  const { checked, keys, errors } = await checkItems(items, {
    defaults,
    today: dayInStockholm(ctx.now()),
  });
  const before = new Map((await store.findChangesOf(tx, source.id)).map((change) => [change.key, change]));
  // Before the events, as everywhere: storing what refers to events locks them. A merge would lock both in the other order.
  await lockSeries(tx);
  const decisions = await decideAll(tx, source.id, checked);
  await store.storeItems(
    tx,
    source.id,
    now,
    decisions.map(({ key, item }) => ({ key, ...item })),
  );
  const changes = decisions.flatMap(({ key, change }) => (change ? [{ key, ...change }] : []));
  await store.storeChanges(tx, source.id, now, changes);
  const settled = decisions.filter(({ key, change }) => !change && before.has(key)).map(({ key }) => key);
  await store.deleteChanges(tx, source.id, settled);
  const vanished = await store.markVanished(tx, source.id, now, [...keys]);
  const isFound = ({ key, after }: { key: string; after: ColumnValues }) =>
    !isSameValue(before.get(key)?.after, after);
  const found = changes.filter(isFound);
  const accepted = source.trusted ? await acceptTrusted(tx, ctx, source) : 0;
  return {
    is_modified: true,
    found: checked.length,
    added: found.filter(({ event_id }) => event_id === null).length,
    changed: found.filter(({ event_id }) => event_id !== null).length,
    vanished,
    accepted,
    waiting: await store.countWaiting(tx, source.id),
    errors,
  };
}

/** Events that were deleted do not return without an admin. */
async function acceptTrusted(tx: Db, ctx: Pick<Context, 'now'>, source: store.SourceRow): Promise<number> {
  const changes = await store.lockWaiting(tx, { sourceId: source.id });
  const items = new Map((await store.findItems(tx, source.id)).map((item) => [item.key, item]));
  const acceptable = changes.filter(({ key, event_id }) => event_id !== null || !items.get(key)?.accepted);
  return (await acceptChanges(tx, ctx, source, acceptable, null)).accepted;
}

async function decideAll(
  tx: Db,
  sourceId: string,
  checked: readonly CheckedItem[],
): Promise<(Decision & { key: string })[]> {
  const known = new Map((await store.findItems(tx, sourceId)).map((item) => [item.key, item]));
  const linkedIds = [...known.values()].flatMap(({ event_id }) => event_id ?? []);
  const eventsById = new Map((await store.findEventsById(tx, linkedIds)).map((row) => [row.id, row]));
  const unknown = checked.filter(({ key }) => !known.get(key)?.accepted);
  const index = createEventIndex(
    await findEventsOn(
      tx,
      unknown.map(({ event }) => event.event_date),
      { lock: false },
    ),
  );
  const taken = new Set(linkedIds);
  return checked.map(({ key, event, fields }) => {
    const item = known.get(key);
    if (item?.accepted)
      return { key, ...decideItem(fields, item, item.event_id ? eventsById.get(item.event_id) : undefined) };
    const same = index.find(event);
    // Another item of this source is that event already.
    const match = same && !taken.has(same.id) ? same : undefined;
    if (match) taken.add(match.id);
    return { key, ...decideItem(fields, item, match) };
  });
}
