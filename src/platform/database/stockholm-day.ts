import { type SQLWrapper, sql } from 'drizzle-orm';

/** The day of an instant in Stockholm, as a `date`. */
export const stockholmDay = (instant: SQLWrapper) => sql`(${instant} at time zone 'Europe/Stockholm')::date`;
