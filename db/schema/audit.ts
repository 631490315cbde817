import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** It has no foreign keys, so that entries outlive deleted admins and records. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    created_at: instant().notNull().default(sql`now()`),
    admin_id: uuid().notNull(),
    /** The admin's user name at that time. */
    admin: text().notNull(),
    /** `<feature>.<verb>`, such as `event.update`. */
    action: text().notNull(),
    record_id: text(),
    record_name: text(),
    /** What an action changed beyond one record, such as the rows an import added, replaced and removed. */
    details: jsonb(),
  },
  (table) => [index('audit_log_by_time').on(table.created_at, table.id)],
);
