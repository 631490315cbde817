import type { Db, Reader } from '../../platform/database';
import { joinDistances } from '../../shared/distances';
import { findPlace } from '../../shared/gazetteer';
import type { EventInput, PublicEvent } from './contract';
import type { StampColor } from './fields';
import * as store from './store';

type Row = Omit<PublicEvent, 'distances' | 'banner_color'> & { distances: string[]; banner_color: string };

export const toPublic = (row: Row): PublicEvent => ({
  ...row,
  distances: joinDistances(row.distances),
  banner_color: row.banner_color as StampColor,
});

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

export function addEvents(db: Db, events: readonly EventInput[]): Promise<void> {
  return store.insertEvents(
    db,
    events.map((event) => ({ ...event, ...findPlace(event) })),
  );
}
