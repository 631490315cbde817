import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

export const contactInfo = pgTable(
  'contact_info',
  {
    only: boolean().primaryKey().default(true),
    company_name: text(),
    address: text(),
    phone: text(),
    email: text(),
    business_hours: text(),
    description: text(),
  },
  (table) => [check('contact_info_only_one', sql`${table.only}`)],
);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    subject: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    is_read: boolean().notNull().default(false),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [index('contact_messages_by_time').on(table.created_at)],
);
