// `bun run seed:demo`: loads the demonstration data into an empty calendar.
import { withCalendar } from './with-calendar';

const HELP = `bun run seed:demo

Loads demonstration data into an empty calendar: 56 events with dates near today, banners, contact info and an info box.
The dates and much of the rest are made up. A calendar that has events is not changed.
Works while the server runs. DATABASE_URL and DATA_DIR select the calendar.

Exit codes: 0 done or nothing to do, 1 failed, 2 misused.`;

await withCalendar(HELP, async (context) => {
  const { loadDemo } = await import('../src/features/demo/service');
  const count = await loadDemo(context);
  return count > 0
    ? `Loaded ${count} demonstration events. Their dates and much else are made up.`
    : 'The calendar already has events: nothing was changed.';
});
