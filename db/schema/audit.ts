import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** What admins did (D24). It stands by itself: neither an admin nor a record that is deleted takes its entries along. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    created_at: instant().notNull().default(sql`now()`),
    admin_id: uuid().notNull(),
    /** The admin's user name as it was then. */
    admin: text().notNull(),
    /** `<feature>.<verb>`, such as `event.update`. */
    action: text().notNull(),
    record_id: text(),
    /** What people call the record, such as an event's name. */
    record_name: text(),
    /** What an act changed beyond one record, such as the rows an import added, replaced and removed. */
    details: jsonb(),
  },
  (table) => [index('audit_log_by_time').on(table.created_at, table.id)],
);
