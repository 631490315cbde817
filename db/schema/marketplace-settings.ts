import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

export const marketplaceSettings = pgTable(
  'marketplace_settings',
  {
    only: boolean().primaryKey().default(true),
    info_box_title: text().notNull(),
    info_box_steps: jsonb().$type<string[]>().notNull(),
    info_box_warning: text().notNull(),
    /** Keys of the rules of `src/features/conversations/advice/rules.ts` that are switched off. */
    disabled_advice: text().array().notNull().default([]),
  },
  (table) => [check('marketplace_settings_only_one', sql`${table.only}`)],
);
