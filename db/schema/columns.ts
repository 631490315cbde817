import { sql } from 'drizzle-orm';
import { customType, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';

/** A UUIDv7. The program generates it, so that it is known before the row is inserted. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => Bun.randomUUIDv7());

/** An instant: `timestamptz` in the database, ISO 8601 UTC with milliseconds in the program. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  // PostgreSQL returns `2027-03-01 12:00:00.123+00`.
  fromDriver: (value) => new Date(`${value.replace(' ', 'T')}:00`).toISOString(),
});

/** Counts the updates of a row, so that a form can detect concurrent edits. */
export const version = () =>
  integer()
    .notNull()
    .default(1)
    .$onUpdateFn(() => sql`version + 1`);

/** The columns that events and submissions have in common. */
export const raceColumns = () => ({
  event_name: text().notNull(),
  event_date: date({ mode: 'string' }).notNull(),
  event_end_date: date({ mode: 'string' }),
  sport_type: text().notNull(),
  distances: text().array().notNull(),
  ort: text(),
  landskap: text(),
  address: text(),
  race_link: text(),
  result_link: text(),
  organizer: text(),
  additional_fields: jsonb().$type<{ label: string; value: string }[]>().notNull().default([]),
});
