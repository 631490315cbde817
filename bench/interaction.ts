// How soon a phone on a slow connection shows the calendar, and how fast it responds to input.

import { readBenchArguments } from './support/arguments.ts';
import { barePage } from './support/bare-page.ts';
import { CPU_SLOWDOWN, LINE, launch, slowPhone } from './support/browser.ts';
import {
  blockingOf,
  METRICS,
  type Metrics,
  metricsOf,
  recorderScript,
  recordMetrics,
} from './support/browser-load.ts';
import { EVENTS, startFullProduct } from './support/browser-product.ts';
import { type Measurement, rowsOf, type Target } from './support/browser-rows.ts';
import { FILTER_USES } from './support/browser-uses.ts';
import { atEnd, runBench } from './support/ending.ts';
import { runAlternating } from './support/figures.ts';
import { report } from './support/report.ts';
import { slowLine } from './support/slow-line.ts';

const HELP = `bun run bench interaction [--rounds N] [--write FILE]

Opens the calendar with ${EVENTS} events in a window of 390 px without a cache, with the CPU slowed ${CPU_SLOWDOWN} times and a connection
of 1.6 Mbit/s with 150 ms latency. Then types in the search field and uses every other filter. VERBOSE=1 prints what was slow.
`;

const MS_UNIT = ' ms';
const TARGETS: Target[] = [
  { what: 'first card visible', limit: 1000, unit: MS_UNIT },
  { what: 'largest paint', limit: 1000, unit: MS_UNIT },
  { what: 'total blocking time', limit: 150, unit: MS_UNIT },
  { what: 'layout shift', limit: 0.02, unit: '' },
  ...Object.keys(FILTER_USES).map((use) => ({ what: `slowest response: ${use}`, limit: 100, unit: MS_UNIT })),
];

const LOADED_AFTER_MS = 9000;
const AT_REST_AFTER_MS = 3000;
const RESPONSE_WAIT_MS = 600;
/** Slower responses are printed with VERBOSE=1. */
const SLOW_MS = 40;
const SHORTEST_REPORTED_MS = 16;
const CARD = 'article.event-card';
const ROWS = '.event-list-rows:not(.event-list-initial) article';

const parameters = readBenchArguments(HELP, { rounds: 5 });
const isVerbose = process.env.VERBOSE === '1';
await runBench(async () => {
  const product = await startFullProduct();
  const browser = await launch();
  atEnd(() => browser.close());

  const url = slowLine(product.url, LINE);

  /** Uses a page without Playwright, which would slow it. */
  async function measureLoad(): Promise<Measurement> {
    const page = await barePage(browser, CPU_SLOWDOWN);
    await page.open(url, recorderScript(CARD));
    await Bun.sleep(LOADED_AFTER_MS);
    const metrics = await page.evaluate<Metrics>(METRICS);
    const rows = await page.evaluate<number>(`document.querySelectorAll(${JSON.stringify(ROWS)}).length`);
    await page.close();
    if (!rows) throw new Error(`The full list did not appear within ${LOADED_AFTER_MS} ms.`);
    if (isVerbose) console.error(JSON.stringify({ ...metrics, events: undefined }, null, 1));
    return {
      'first card visible': metrics.firstCard,
      'largest paint': metrics.largest.at(-1)?.at ?? Number.NaN,
      'total blocking time': blockingOf(metrics),
      'layout shift': metrics.shift,
    };
  }

  async function measureUses(): Promise<Measurement> {
    const found: Measurement = {};
    const { page, close } = await slowPhone(browser);
    await recordMetrics(page, CARD);
    await page.goto(product.url);
    await page.locator(ROWS).first().waitFor();
    await page.waitForTimeout(AT_REST_AFTER_MS);
    for (const [use, performUse] of Object.entries(FILTER_USES)) {
      const before = (await metricsOf(page)).events.length;
      await performUse(page);
      await page.waitForTimeout(RESPONSE_WAIT_MS);
      const events = (await metricsOf(page)).events.slice(before);
      if (isVerbose) console.error(use, JSON.stringify(events.filter(({ duration }) => duration > SLOW_MS)));
      // Shorter durations are not reported.
      found[`slowest response: ${use}`] = Math.max(
        SHORTEST_REPORTED_MS,
        ...events.map(({ duration }) => duration),
      );
    }
    await close();
    return found;
  }

  const visit = async () => ({ ...(await measureLoad()), ...(await measureUses()) });
  await visit();
  const { visits = [] } = await runAlternating(parameters.rounds, { visits: visit });
  await report(
    {
      name: 'interaction',
      method: [
        `The home page with ${EVENTS} events in Chromium, 390 px wide, without a cache, CPU slowed ${CPU_SLOWDOWN} times, ${parameters.rounds} visits. ` +
          'It loads over a connection of 1.6 Mbit/s with a round-trip time of 150 ms, also for each new connection, without browser instrumentation. ' +
          `Blocking time is the part of tasks beyond 50 ms each, from the first paint until ${LOADED_AFTER_MS} ms ` +
          'after the request, when the full list is shown. A response is the time from a key or tap to the next paint (Event Timing, in steps of 8 ms); the slowest counts.',
      ],
      tables: [rowsOf(TARGETS, visits)],
    },
    parameters.write,
  );
});
