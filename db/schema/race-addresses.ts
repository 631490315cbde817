import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { events } from './events.ts';
import { series } from './series.ts';

/**
 * Every address below `/lopp/` that was ever used: `slug` of a series, or `slug/edition` of an event. What has moved is
 * redirected. What is gone has neither a series nor an event.
 */
export const raceAddresses = pgTable(
  'race_addresses',
  {
    path: text().primaryKey(),
    series_id: uuid().references(() => series.id, { onDelete: 'set null' }),
    event_id: uuid().references(() => events.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('race_addresses_by_slug').on(sql`split_part(${table.path}, '/', 1)`),
    index('race_addresses_by_series').on(table.series_id),
    index('race_addresses_by_event').on(table.event_id),
  ],
);
