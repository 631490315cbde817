// How soon a phone on a slow line shows the calendar, and how soon it answers what is typed and pressed.
import { barePage } from './support/bare-page';
import { CPU, LINE, launch, slowPhone } from './support/browser';
import { blockingOf, NOTED, type Noted, noted, noting, watch } from './support/browser-load';
import { EVENTS, startFullProduct } from './support/browser-product';
import { type Found, rowsOf, type Target } from './support/browser-rows';
import { USES } from './support/browser-uses';
import { atEnd, run } from './support/ending';
import { inTurns } from './support/figures';
import { report } from './support/report';
import { slowLine } from './support/slow-line';
import { readBenchWords } from './support/words';

const HELP = `bun run bench interaction [--rounds N] [--write FILE]

Opens the calendar with ${EVENTS} events in a window of 390 px, nothing cached, the processor slowed ${CPU} times, the line
1.6 Mbit/s with 150 ms; then types in the search field and uses every other filter. VERBOSE=1 tells what was slow.
`;

const ms = ' ms';
const TARGETS: Target[] = [
  { what: 'first card visible', limit: 1000, unit: ms },
  { what: 'largest paint', limit: 1900, unit: ms },
  { what: 'total blocking time', limit: 150, unit: ms },
  { what: 'layout shift', limit: 0.02, unit: '' },
  ...Object.keys(USES).map((use) => ({ what: `worst answer: ${use}`, limit: 100, unit: ms })),
];

/** Milliseconds. */
const LOADED_AFTER = 9000;
const AT_REST_AFTER = 3000;
const CARD = 'article.event-card';
const ROWS = '.event-list-rows:not(.event-list-initial) article';

const words = readBenchWords(HELP, { rounds: 5 });
const isVerbose = process.env.VERBOSE === '1';
await run(async () => {
  const product = await startFullProduct();
  const browser = await launch();
  atEnd(() => browser.close());

  const url = slowLine(product.url, LINE);

  /** What the page notes of itself as it loads, with nobody looking. */
  async function load(): Promise<Found> {
    const page = await barePage(browser, CPU);
    await page.open(url, noting(CARD));
    await Bun.sleep(LOADED_AFTER);
    const seen = await page.ask<Noted>(NOTED);
    const rows = await page.ask<number>(`document.querySelectorAll(${JSON.stringify(ROWS)}).length`);
    await page.close();
    if (!rows) throw new Error(`The whole list was not there after ${LOADED_AFTER} ms.`);
    if (isVerbose) console.error(JSON.stringify({ ...seen, events: undefined }, null, 1));
    return {
      'first card visible': seen.firstCard,
      'largest paint': seen.largest.at(-1)?.at ?? Number.NaN,
      'total blocking time': blockingOf(seen),
      'layout shift': seen.shift,
    };
  }

  async function use(): Promise<Found> {
    const found: Found = {};
    const { page, close } = await slowPhone(browser);
    await watch(page, CARD);
    await page.goto(product.url);
    await page.locator(ROWS).first().waitFor();
    await page.waitForTimeout(AT_REST_AFTER);
    for (const [use, act] of Object.entries(USES)) {
      const before = (await noted(page)).events.length;
      await act(page);
      await page.waitForTimeout(600);
      const events = (await noted(page)).events.slice(before);
      if (isVerbose) console.error(use, JSON.stringify(events.filter(({ duration }) => duration > 40)));
      // What took less than two frames is not told.
      found[`worst answer: ${use}`] = Math.max(16, ...events.map(({ duration }) => duration));
    }
    await close();
    return found;
  }

  const visit = async () => ({ ...(await load()), ...(await use()) });
  await visit();
  const { visits = [] } = await inTurns(words.rounds, { visits: visit });
  await report(
    {
      name: 'interaction',
      how: [
        `The home page with ${EVENTS} events in Chromium, 390 px wide, nothing cached, processor slowed ${CPU} times, ${words.rounds} visits. ` +
          'It loads over a line of 1.6 Mbit/s with 150 ms there and back, also for each connection, with nothing that asks or watches. ' +
          `Blocking is what tasks took beyond 50 ms each, from the first paint until ${LOADED_AFTER} ms ` +
          'after the page was asked for, when the whole list is there. An answer is from a key or a press to the next paint (event timing, in steps of 8 ms): the worst of all.',
      ],
      tables: [rowsOf(TARGETS, visits)],
    },
    words.write,
  );
});
