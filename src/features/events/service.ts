import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { AppError } from '#src/shared/errors.ts';
import { findPlace } from '#src/shared/gazetteer.ts';
import type { EventInput, PublicEvent } from './contract.ts';
import type { StampColor } from './fields/choices.ts';
import { registrationOf } from './rules.ts';
import type { PublicSeries } from './series/contract.ts';
import { pathOf } from './series/rules.ts';
import { addToSeries, findSeriesBySlug } from './series/service.ts';
import * as store from './store.ts';

/** The {@link EventState} in queries of other features. */
export const { stateColumn } = store;
export const { liveLinks, urlColumn } = store;
export { isWithinLifetime } from './ads/lifetime.ts';
export { distanceKeyOf, isAdActive, isAdExpired, lastDayByAge, lastDayOfAd } from './ads/store.ts';

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

export { hasEvent, hasEvents, lockEventsTable, readChangeId, shareLockEvent } from './store.ts';

/** Returns the ids in the same order. */
export async function addEvents(db: Db, events: readonly EventInput[]): Promise<string[]> {
  const rows = events.map((event) => ({ id: Bun.randomUUIDv7(), ...event, ...findPlace(event) }));
  await addToSeries(db, rows, (editions) => store.insertEvents(db, editions));
  return rows.map(({ id }) => id);
}
