// Ends reservations and queues reminders until it is killed. The argument is the database to use, as JSON.
import { remindOwners } from '#src/features/announcements/expiry/service.ts';
import { lapseReservations } from '#src/features/announcements/reservation/service.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import { openDatabase } from '#src/platform/database.ts';

const database = openDatabase(JSON.parse(process.argv[2] ?? ''));
const context = { database, now: () => new Date() } as BackgroundContext;
for (;;) {
  await lapseReservations(context);
  await remindOwners(context);
}
