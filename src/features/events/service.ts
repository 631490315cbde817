import type { Db, Reader } from '../../platform/database';
import { joinDistances } from '../../shared/distances';
import { findPlace } from '../../shared/gazetteer';
import type { EventInput, PublicEvent } from './contract';
import type { StampColor } from './fields';
import { registrationOf } from './rules';
import { assignSeries } from './series/service';
import * as store from './store';

/** The {@link EventState} in queries of other features. */
export const { stateColumn } = store;

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

export async function addEvents(db: Db, events: readonly EventInput[]): Promise<void> {
  await store.insertEvents(
    db,
    events.map((event) => ({ ...event, ...findPlace(event) })),
  );
  await assignSeries(db);
}
