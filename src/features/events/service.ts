import type { Context } from '../../platform/context';
import type { Db } from '../../platform/database';
import { joinDistances } from '../../shared/distances';
import type { EventInput, LocatedEvent, PublicEvent, StampColor } from './contract';
import { findPlace } from './places/gazetteer';
import * as store from './store';

type Row = Awaited<ReturnType<typeof store.listEvents>>[number];

/** A row as everyone sees it. */
export const toPublic = (row: Row): PublicEvent => ({
  ...row,
  distances: joinDistances(row.distances),
  banner_color: row.banner_color as StampColor,
});

/** Every event, past and upcoming, by start date (section 7: GET /events). */
export async function listEvents({ database }: Context): Promise<PublicEvent[]> {
  return (await store.listEvents(database.db)).map(toPublic);
}

/** The events that have a place, with where it is (section 7: GET /events/coordinates, D29). */
export async function listLocatedEvents({ database }: Context): Promise<LocatedEvent[]> {
  const rows = await store.listLocatedEvents(database.db);
  return rows.flatMap(({ latitude, longitude, place_source, ...row }) =>
    latitude === null || longitude === null
      ? []
      : [{ ...toPublic(row), latitude, longitude, is_approximate: place_source === 'landskap' }],
  );
}

/** Whether the calendar has an event. */
export function hasEvents(db: Db): Promise<boolean> {
  return store.hasEvents(db);
}

/** Holds back whoever writes events until the caller's transaction ends; readers go on. */
export function holdEvents(db: Db): Promise<void> {
  return store.lockEvents(db);
}

/** One event, kept from being deleted until the caller's transaction ends; undefined when it is gone. */
export function keepEvent(db: Db, id: string) {
  return store.keepEvent(db, id);
}

/** Puts events on the calendar, each where the gazetteer finds it (D29), within the caller's transaction. */
export function addEvents(db: Db, events: readonly EventInput[]): Promise<void> {
  return store.insertEvents(
    db,
    events.map((event) => ({ ...event, ...findPlace(event) })),
  );
}
