import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';

/** A race over the years. Its events are the editions. */
export const series = pgTable('series', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull().unique(),
});

/** The folded names and places under which new events find their series. A merged series leaves its keys behind. */
export const seriesKeys = pgTable(
  'series_keys',
  {
    key: text().primaryKey(),
    series_id: uuid()
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
  },
  (table) => [index('series_keys_by_series').on(table.series_id)],
);
