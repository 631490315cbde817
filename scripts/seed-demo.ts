// `bun run seed:demo`: fills an empty calendar with the demonstration data (D3, D37).
import { withCalendar } from './with-calendar';

const HELP = `bun run seed:demo

Fills an empty calendar with demonstration data: 56 events moved near today, banners, contact info and an info box.
The dates and much of the rest are made up. A calendar that has events is left as it is.
Usable while the server runs; DATABASE_URL and DATA_DIR say which calendar.

Exit code: 0 done or nothing to do, 1 failed, 2 misused.`;

await withCalendar(HELP, async (context) => {
  const { loadDemo } = await import('../src/features/demo/service');
  const count = await loadDemo(context);
  return count > 0
    ? `${count} demonstration events are on the calendar. Their dates and much else are made up.`
    : 'The calendar already has events: nothing was changed.';
});
