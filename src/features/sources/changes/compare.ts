import type { ColumnValues } from '#src/features/events/contract.ts';
import { isSameValue, sameEventKey } from '#src/features/events/rules.ts';
import { lockSeries } from '#src/features/events/series/service.ts';
import { createEventIndex } from '#src/features/imports/rows/same-events.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { mapInTurns } from '#src/platform/turns.ts';
import type { SourceFetchResult } from '../contract.ts';
import type { CheckedItem, CheckedItems } from '../items/items.ts';
import { type Decision, decideItem } from '../rules.ts';
import type { SourceRow } from '../store.ts';
import { acceptChanges } from './accept.ts';
import * as store from './store.ts';

/**
 * Compares what the source has with what it had, and stores what is new, changed and gone. Changes of a trusted source
 * are accepted at once. Call it with the import lock.
 */
export async function compareItems(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  source: SourceRow,
  { checked, keys, ignored, errors, warnings }: CheckedItems,
): Promise<SourceFetchResult> {
  const now = ctx.now().toISOString();
  await followChangedKeys(tx, source.id, checked, new Set(keys));
  const before = new Map((await store.findChangesOf(tx, source.id)).map((change) => [change.key, change]));
  // Before the events, as everywhere: storing what refers to events locks them. A merge would lock both in the other
  // order.
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
  const vanished = await store.markVanished(tx, source.id, now, keys);
  const isFound = ({ key, after }: { key: string; after: ColumnValues }) =>
    !isSameValue(before.get(key)?.after, after);
  const found = changes.filter(isFound);
  const added = found.filter(({ event_id }) => event_id === null).length;
  return {
    is_modified: true,
    found: checked.length + ignored.length + errors.length,
    added,
    changed: found.length - added,
    unchanged: checked.length - found.length,
    vanished,
    accepted: source.trusted ? await acceptTrusted(tx, ctx, source) : 0,
    waiting: await store.countWaiting(tx, source.id),
    ignored,
    errors,
    warnings,
  };
}

/**
 * Some sources have new UIDs at each fetch. An unknown key whose name, day and place are those of an item that is no
 * longer there is that item.
 */
async function followChangedKeys(
  tx: Db,
  sourceId: string,
  checked: readonly CheckedItem[],
  keys: ReadonlySet<string>,
): Promise<void> {
  const known = await store.findIdentities(tx, sourceId);
  const knownKeys = new Set(known.map(({ key }) => key));
  const gone = known.filter(({ key, event_date, event_name }) => !keys.has(key) && event_date && event_name);
  if (gone.length === 0) return;
  const unknown = checked.filter(({ key }) => !knownKeys.has(key));
  const renamed = new Map<string, string>();
  const found = new Set<string>();
  const follow = (sameAs: (event: CheckedItem['event']) => string | undefined) => {
    for (const { key, event } of unknown) {
      const from = found.has(key) ? undefined : sameAs(event);
      if (from === undefined || renamed.has(from)) continue;
      found.add(key);
      renamed.set(from, key);
    }
  };
  const exact = new Map(gone.map((item) => [sameEventKey(item), item.key]));
  follow((event) => exact.get(sameEventKey(event)));
  // Its place was not known, or no longer is.
  const left = createEventIndex(gone.filter(({ key }) => !renamed.has(key)));
  follow((event) => left.find(event)?.key);
  await store.renameItems(
    tx,
    sourceId,
    [...renamed].map(([from, to]) => ({ from, to })),
  );
}

/** Events that were deleted do not return without an admin. */
async function acceptTrusted(tx: Db, ctx: Pick<Context, 'now'>, source: SourceRow): Promise<number> {
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
    await store.findIdentitiesOn(
      tx,
      unknown.map(({ event }) => event.event_date),
    ),
  );
  const taken = new Set(linkedIds);
  const matches = new Map<string, string>();
  await mapInTurns(unknown, ({ key, event }) => {
    const same = index.find(event);
    // Another item of this source is that event already.
    if (!same || taken.has(same.id)) return;
    taken.add(same.id);
    matches.set(key, same.id);
  });
  for (const row of await store.findEventsById(tx, [...matches.values()])) eventsById.set(row.id, row);
  const decideOne = ({ key, fields }: CheckedItem) => {
    const item = known.get(key);
    const eventId = item?.accepted ? item.event_id : matches.get(key);
    return { key, ...decideItem(fields, item, eventId ? eventsById.get(eventId) : undefined) };
  };
  return mapInTurns(checked, decideOne);
}
