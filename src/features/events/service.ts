import type { Context } from '../../platform/context';
import type { Db, Reader } from '../../platform/database';
import { dayInStockholm } from '../../shared/dates';
import { joinDistances } from '../../shared/distances';
import { AppError } from '../../shared/errors';
import { findPlace } from '../../shared/gazetteer';
import type { EventInput, PublicEvent } from './contract';
import type { StampColor } from './fields';
import { registrationOf } from './rules';
import type { PublicSeries } from './series/contract';
import { pathOf } from './series/rules';
import { addToSeries, findSeriesBySlug } from './series/service';
import * as store from './store';

/** The {@link EventState} in queries of other features. */
export const { stateColumn } = store;
export const { liveLinks, urlColumn } = store;
export { distanceKeyOf, isAdActive, isAdExpired, lastDayByAge, lastDayOfAd } from './ads/store';

type Row = Omit<PublicEvent, 'distances' | 'banner_color' | 'registration'> & {
  distances: string[];
  banner_color: string;
};

export const toPublic = (row: Row, today: string): PublicEvent => ({
  ...row,
  registration: registrationOf(row, today),
  distances: joinDistances(row.distances),
  banner_color: row.banner_color as StampColor,
});

export async function findEvent(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  id: string,
): Promise<PublicEvent> {
  const event = await store.findEvent(db, id);
  if (!event) throw new AppError('event.not_found');
  return toPublic(event, dayInStockholm(now()));
}

/** Also by a slug that it had before. A series whose events were all deleted is not found. */
export async function findPublicSeries(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  slug: string,
): Promise<PublicSeries> {
  const series = await findSeriesBySlug(db, slug);
  const rows = series ? await store.findEditions(db, series.id) : [];
  if (!series || rows.length === 0) throw new AppError('series.not_found');
  const today = dayInStockholm(now());
  const editions = rows.map((row) => toPublic(row, today));
  return { ...series, url: pathOf(series.slug), edition_count: editions.length, editions };
}

export function hasEvents(db: Reader): Promise<boolean> {
  return store.hasEvents(db);
}

/** Blocks writes but not reads. */
export function lockEventsTable(db: Db): Promise<void> {
  return store.lockEventsTable(db);
}

/** Keeps the event from being deleted until the transaction ends. */
export function shareLockEvent(db: Db, id: string) {
  return store.shareLockEvent(db, id);
}

/** Returns the ids in the same order. */
export async function addEvents(db: Db, events: readonly EventInput[]): Promise<string[]> {
  const rows = events.map((event) => ({ id: Bun.randomUUIDv7(), ...event, ...findPlace(event) }));
  await addToSeries(db, rows, (editions) => store.insertEvents(db, editions));
  return rows.map(({ id }) => id);
}
