// `bun run db:migrate`: brings the tables of the database up to date (D3); `bun start` does the same.
import { withCalendar } from './with-calendar';

const HELP = `bun run db:migrate

Brings the tables of the database up to date. Safe while servers run: one migrates, the others wait.
DATABASE_URL and DATA_DIR say which database.

Exit code: 0 done, 1 failed, 2 misused.`;

// To open the calendar is to migrate it.
await withCalendar(HELP, async () => 'The tables are up to date.');
