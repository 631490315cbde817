// `bun run db:migrate`: applies all migrations. `bun start` does the same.
import { withCalendar } from './with-calendar.ts';

const HELP = `bun run db:migrate

Applies all migrations to the database. Safe while servers run: one process migrates, the others wait.
DATABASE_URL and DATA_DIR select the database.

Exit codes: 0 done, 1 failed, 2 misused.`;

// Opening the calendar applies the migrations.
await withCalendar(HELP, async () => 'The tables are up to date.');
