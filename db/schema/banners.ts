import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, version } from './columns.ts';

export const banners = pgTable(
  'banners',
  {
    id: id(),
    title: text().notNull(),
    description: text(),
    external_url: text(),
    file_url: text(),
    link_url: text(),
    file_type: text().$type<'image' | 'video'>().notNull(),
    is_active: boolean().notNull().default(true),
    order_index: integer().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    version: version(),
  },
  (table) => [
    check('banners_shows_something', sql`coalesce(${table.file_url}, ${table.external_url}) is not null`),
    check('banners_order_from_zero', sql`${table.order_index} >= 0`),
  ],
);
