import type { Db, Reader } from '../../platform/database';
import { joinDistances } from '../../shared/distances';
import type { EventInput, PublicEvent } from './contract';
import type { StampColor } from './fields';
import { findPlace } from './places/gazetteer';
import * as store from './store';

type Row = Omit<PublicEvent, 'distances' | 'banner_color'> & { distances: string[]; banner_color: string };

/** A row as everyone sees it. */
export const toPublic = (row: Row): PublicEvent => ({
  ...row,
  distances: joinDistances(row.distances),
  banner_color: row.banner_color as StampColor,
});

/** Whether the calendar has an event. */
export function hasEvents(db: Reader): Promise<boolean> {
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
