import { setImmediate } from 'node:timers/promises';
import type { BackgroundContext, Context } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { mapInTurns } from '#src/platform/turns.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Edition,
  isEdition,
  isSlug,
  type NamedRace,
  pathOf,
  planEditions,
  planMove,
  type Series,
  withKeys,
} from './rules.ts';
import * as store from './store.ts';

export { findSeriesBySlug, lockSeries } from './store.ts';

/** So few events take only some milliseconds to plan. */
const BATCH_SIZE = 500;

type NewEdition = NamedRace & { id: string };

async function planBatch<Race extends NewEdition>(tx: Db, races: readonly Race[]) {
  const keyed = await mapInTurns(races, withKeys);
  const stored = await store.findStoredSeries(
    tx,
    keyed.map(({ key }) => key),
    keyed.flatMap(({ slugs }) => slugs),
  );
  return planEditions(keyed, stored);
}

/**
 * Gives new events their series and addresses. `insert` is called with up to 500 events at a time and stores them. Much
 * faster than {@link assignSeries}, which writes each event once more.
 */
export async function addToSeries<Race extends NewEdition>(
  tx: Db,
  races: readonly Race[],
  insert: (editions: (Race & Edition)[]) => Promise<void>,
): Promise<void> {
  await store.lockSeries(tx);
  // A new series is named after its earliest event.
  const inOrder = races.toSorted((a, b) => a.event_date.localeCompare(b.event_date));
  for (let start = 0; start < inOrder.length; start += BATCH_SIZE) {
    await setImmediate();
    const { series, editions, addresses } = await planBatch(tx, inOrder.slice(start, start + BATCH_SIZE));
    await store.insertSeries(tx, series);
    await insert(editions);
    await store.storeAddresses(tx, addresses);
  }
}

/** Returns the number of events that it gave a series. */
async function assignBatch(tx: Db): Promise<number> {
  if (!(await store.hasEventsWithoutSeries(tx))) return 0;
  await store.lockSeries(tx);
  const races = await store.lockEventsWithoutSeries(tx, BATCH_SIZE);
  const { series, editions, addresses } = await planBatch(tx, races);
  await store.insertSeries(tx, series);
  await store.storeAddresses(tx, addresses);
  await store.storeEditions(tx, editions);
  return races.length;
}

/** Gives every event that has none its series and its address. */
export async function assignSeries(tx: Db): Promise<void> {
  while ((await assignBatch(tx)) > 0) await setImmediate();
}

/** For events of an earlier release. In short transactions, because there may be many. */
export async function assignMissingSeries({
  database: { db },
}: Pick<BackgroundContext, 'database'>): Promise<void> {
  while ((await db.transaction(assignBatch)) > 0);
}

type DatedEvent = { id: string; event_date: string };

/** Gives the events addresses in the series. Their earlier addresses redirect to these. */
export async function moveToSeries(tx: Db, events: readonly DatedEvent[], seriesId: string): Promise<void> {
  await store.lockSeries(tx);
  const series = await findSeries(tx, seriesId);
  const { addresses } = await store.findStoredSeries(tx, [], [series.slug]);
  const plan = planMove(
    events.map((event) => ({ ...event, edition: null })),
    series,
    addresses,
  );
  await store.storeAddresses(tx, plan.addresses);
  await store.storeEditions(tx, plan.editions);
}

/** Throws `series.not_found`. */
export async function findSeries(db: Reader, id: string): Promise<Series> {
  const series = await store.findSeriesById(db, id);
  if (!series) throw new AppError('series.not_found');
  return series;
}

/** Where a race is now, as a path. `gone` if it was deleted, undefined if there never was one. */
export async function findRacePath(
  { database: { db } }: Pick<Context, 'database'>,
  path: string,
): Promise<string | 'gone' | undefined> {
  const [, slug = '', edition] = /^\/lopp\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  if (!isSlug(slug) || (edition !== undefined && !isEdition(edition))) return undefined;
  const address = await store.findAddress(db, edition === undefined ? slug : `${slug}/${edition}`);
  if (!address) return undefined;
  if (edition !== undefined) return address.url ?? 'gone';
  if (address.slug && address.hasEditions) return pathOf(address.slug);
  // The only edition was merged into an event of another series.
  return address.url ?? 'gone';
}
