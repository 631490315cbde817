// `bun run seed:demo`: loads the demonstration data into an empty calendar.
import { printOnTerminal } from './print-passwords.ts';
import { withCalendar } from './with-calendar.ts';

const HELP = `bun run seed:demo

Loads demonstration data into an empty calendar: 58 events with dates near today, banners, contact info and an info box.
If nobody has an account yet, also members with ads, conversations and reports, proposals and contact messages.
The dates and much of the rest are made up. A calendar that has events is not changed.
Works while the server runs. DATABASE_URL and DATA_DIR select the calendar.

Exit codes: 0 done or nothing to do, 1 failed, 2 misused.`;

await withCalendar(HELP, async (context) => {
  const { loadDemo } = await import('#src/features/demo/service.ts');
  const { events, members } = await loadDemo(context);
  if (events === 0) return 'The calendar already has events: nothing was changed.';
  if (members) {
    console.log(`Added members, such as "${members.username}". Their password is in ${members.file}`);
    printOnTerminal(members);
  }
  return `Loaded ${events} demonstration events. Their dates and much else are made up.`;
});
