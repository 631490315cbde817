// Ends reservations and queues reminders until it is killed. The argument is the database to use, as JSON.
import { remindOwners } from '../../src/features/announcements/expiry/service';
import { lapseReservations } from '../../src/features/announcements/reservation/service';
import type { BackgroundContext } from '../../src/platform/context';
import { openDatabase } from '../../src/platform/database';

const database = openDatabase(JSON.parse(process.argv[2] ?? ''));
const context = { database, now: () => new Date() } as BackgroundContext;
for (;;) {
  await lapseReservations(context);
  await remindOwners(context);
}
