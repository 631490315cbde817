import { customType, uuid } from 'drizzle-orm/pg-core';

/** A UUIDv7, made by the program so that it is known before the row is written (D4). */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => Bun.randomUUIDv7());

/** A moment: `timestamptz` in the database, ISO 8601 UTC with milliseconds in the program (D4). */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  // PostgreSQL writes `2027-03-01 12:00:00.123+00`.
  fromDriver: (value) => new Date(`${value.replace(' ', 'T')}:00`).toISOString(),
});
