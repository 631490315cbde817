import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, raceColumns, version } from './columns.ts';
import { series } from './series.ts';

/** See `src/features/events/transfer/contract.ts`. */
type TransferPeriod = {
  from: string | null;
  to: string | null;
  distances: string[];
  fee: number | null;
  payer: 'buyer' | 'seller' | null;
  where: 'online' | 'on_site' | null;
};

/** `landskap` means the centre of the province. */
export type PlaceSource = 'gazetteer' | 'landskap' | 'geocoder' | 'admin';

export const events = pgTable(
  'events',
  {
    id: id(),
    ...raceColumns(),
    banner_text: text(),
    banner_start_date: instant(),
    banner_end_date: instant(),
    banner_color: text().notNull().default('red'),
    status: text().$type<'scheduled' | 'cancelled' | 'postponed'>().notNull().default('scheduled'),
    status_note: text(),
    /** The start dates it was moved from, oldest first. */
    previous_dates: date({ mode: 'string' }).array().notNull().default([]),
    registration_opens_on: date({ mode: 'string' }),
    registration_closes_on: date({ mode: 'string' }),
    registration_url: text(),
    registration_kind: text().$type<'open' | 'lottery'>().notNull().default('open'),
    sold_out: boolean().notNull().default(false),
    transfer_policy: text().$type<'unknown' | 'allowed' | 'forbidden'>().notNull().default('unknown'),
    transfer_periods: jsonb().$type<TransferPeriod[]>().notNull().default([]),
    transfer_initiator: text().$type<'seller' | 'buyer' | 'organizer'>(),
    /** What the buyer must give, such as a date of birth. */
    transfer_buyer_needs: text().array().notNull().default([]),
    transfer_rules_url: text(),
    /** When the rules were last compared with those of the organizer. */
    transfer_checked_on: date({ mode: 'string' }),
    /** The organizer's own prices in kronor. */
    ordinary_prices: jsonb().$type<{ distance: string; price: number }[]>().notNull().default([]),
    /** The day in Stockholm when the organiser last edited or confirmed it. */
    organizer_confirmed_on: date({ mode: 'string' }),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    place_source: text().$type<PlaceSource>(),
    /** When the location may be geocoded. Null once that is done. Set again when the place changes. */
    geocode_due: instant().default(sql`now()`),
    series_id: uuid().references(() => series.id, { onDelete: 'set null' }),
    /** The last part of the address of its page: the year, then `2027-2` for the second event of a year. */
    edition: text(),
    created_at: instant().notNull().default(sql`now()`),
    /** Set by a trigger at each change that readers can see. */
    updated_at: instant().notNull().default(sql`now()`),
    /** As in iCalendar. Counted by a trigger at each change of name, date, place or status. */
    sequence: integer().notNull().default(0),
    version: version(),
  },
  (table) => [
    index('events_by_date').on(table.event_date),
    // With the columns of the expression, so that days are counted from the index alone.
    index('events_by_last_day').on(
      sql`(coalesce(${table.event_end_date}, ${table.event_date}))`,
      table.event_end_date,
      table.event_date,
    ),
    index('events_by_opening').on(table.registration_opens_on),
    index('events_by_series').on(table.series_id),
    index('events_without_series').on(table.event_date, table.id).where(sql`${table.series_id} is null`),
    check('events_end_not_before_start', sql`${table.event_end_date} >= ${table.event_date}`),
    check(
      'events_registration_order',
      sql`${table.registration_closes_on} >= ${table.registration_opens_on}`,
    ),
    check('events_status', sql`${table.status} in ('scheduled', 'cancelled', 'postponed')`),
    check('events_registration_kind', sql`${table.registration_kind} in ('open', 'lottery')`),
    check('events_transfer_policy', sql`${table.transfer_policy} in ('unknown', 'allowed', 'forbidden')`),
    check('events_transfer_initiator', sql`${table.transfer_initiator} in ('seller', 'buyer', 'organizer')`),
    check('events_place_whole', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
  ],
);
