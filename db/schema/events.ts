import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, raceColumns, version } from './columns';

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
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    place_source: text().$type<PlaceSource>(),
    /** When the location may be geocoded. Null once that is done. Set again when the place changes. */
    geocode_due: instant().default(sql`now()`),
    created_at: instant().notNull().default(sql`now()`),
    version: version(),
  },
  (table) => [
    index('events_by_date').on(table.event_date),
    check('events_end_not_before_start', sql`${table.event_end_date} >= ${table.event_date}`),
    check('events_place_whole', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
  ],
);
