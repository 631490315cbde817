/** `bun run seed:demo`: fills an empty calendar with the demonstration data (D3, D37). */
import { ensurePackages } from './ensure-packages';

const HELP = `bun run seed:demo

Fills an empty calendar with demonstration data: 56 events moved near today, banners, contact info and an info box.
The dates and much of the rest are made up. A calendar that has events is left as it is.
Usable while the server runs; DATABASE_URL and DATA_DIR say which calendar.

Exit code: 0 done or nothing to do, 1 failed, 2 misused.`;

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  console.log(HELP);
  process.exit(0);
}
if (words.length > 0) {
  console.error(`${HELP}\n\nNot understood: ${words.join(' ')}`);
  process.exit(2);
}

await ensurePackages('run');
const { loadDemo } = await import('../db/demo/load');
const { readConfig } = await import('../src/platform/config');
const { createLog } = await import('../src/platform/log');
const { openContext } = await import('../src/platform/open');

try {
  const opened = await openContext(readConfig(process.env), createLog('warn'));
  try {
    const count = await loadDemo(opened.context);
    console.log(
      count > 0
        ? `${count} demonstration events are on the calendar. Their dates and much else are made up.`
        : 'The calendar already has events: nothing was changed.',
    );
  } finally {
    await opened.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
