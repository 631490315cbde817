// What a calendar costs as it grows: its pages, a change, the whole list, memory and imports.
import { join } from 'node:path';
import { importEvents } from '#src/features/imports/service.ts';
import { openDatabase } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { readBenchArguments } from './support/arguments.ts';
import { CPU_SLOWDOWN, launch, slowPhone } from './support/browser.ts';
import { atEnd, runBench } from './support/ending.ts';
import { csvOfEvents, daysAround } from './support/events.ts';
import { atMost, formatNumber, median, runAlternating, spread, times } from './support/figures.ts';
import { memoryOf } from './support/memory.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { cpuSeconds } from './support/wrk.ts';

const HELP = `bun run bench growth [--rounds N] [--write FILE]

Runs the product with calendars of four sizes, each in its own database. In each round an event is changed by SQL several
times, the lists are read, and a filter is computed in Chromium with the CPU slowed ${CPU_SLOWDOWN} times.
`;

const UPCOMING = 5000;
const CALENDARS = [
  { total: 10_000, upcoming: UPCOMING },
  { total: 50_000, upcoming: UPCOMING },
  { total: 200_000, upcoming: UPCOMING },
  { total: 50_000, upcoming: 50_000 },
];
const nameOf = ({ total, upcoming }: (typeof CALENDARS)[number]) =>
  `${formatNumber(total)}, ${formatNumber(upcoming)} upcoming`;
const [SMALL = '', LARGE = ''] = CALENDARS.map(nameOf);

/** What the home page, the map and the market read. */
const PAGES = '/trpc/public.events.upcoming';
const WHOLE = '/api/events';
const CHANGES_PER_ROUND = 5;
const SETTLE_MS = 1000;

type Costs = Record<string, number>;

/** Of the calendar of 50,000 events, but for the bytes. */
const LIMITS: Record<string, { limit: number; unit: string; of: string }> = {
  'pages: br, kB': { limit: 180, unit: ' kB', of: SMALL },
  'change visible, ms': { limit: 150, unit: ' ms', of: LARGE },
  'CPU for a change, ms': { limit: 60, unit: ' ms', of: LARGE },
  'filter on a phone, ms': { limit: 100, unit: ' ms', of: LARGE },
};
const BYTES_RATIO = 1.1;

const parameters = readBenchArguments(HELP, { rounds: 3 });
await runBench(async () => {
  const measureFilters = await filtersInBrowser();
  const postgres = await startPostgres();
  const ways: Record<string, () => Promise<Costs>> = {};
  for (const calendar of CALENDARS)
    ways[nameOf(calendar)] = await prepareMeasurement(postgres, calendar, measureFilters);
  const found = await runAlternating(parameters.rounds, ways);
  const names = Object.keys(found[SMALL]?.[0] ?? {});
  const costsOf = (name: string, calendar: string) => found[calendar]?.map((costs) => costs[name] ?? 0) ?? [];
  await report(
    {
      name: 'growth',
      method: [
        `Calendars of ${CALENDARS.map(nameOf).join('; ')}; the others are past, in years of as many. ${parameters.rounds} rounds. ` +
          `\`pages\`: \`${PAGES}\`, which the home page, the map and the market read; \`a past year\`: the same of the largest one. ` +
          '`change visible`: from just before an event is changed by SQL until the response is new, with brotli. `CPU for a change`: ' +
          `of the process of the product, with that response. \`whole list\`: \`GET ${WHOLE}\` after a change. \`received\`: parsing the ` +
          'response; `filter`: what a press on one computes. Both in Chromium with the CPU slowed ' +
          `${CPU_SLOWDOWN} times. \`memory\`: of the process, after all lists were read.`,
      ],
      tables: [names.map((name) => rowOf(name, (calendar) => costsOf(name, calendar)))],
    },
    parameters.write,
  );
});

type Filtered = { received: number; filtered: number };
type MeasureFilters = (json: string) => Promise<Filtered>;

async function filtersInBrowser(): Promise<MeasureFilters> {
  const entrypoints = [join(import.meta.dir, 'support/filter-in-page.ts')];
  const { outputs } = await Bun.build({ entrypoints, minify: true, target: 'browser' });
  const script = await outputs[0]?.text();
  if (!script) throw new Error('The filters were not bundled.');
  const browser = await launch();
  atEnd(() => browser.close());
  return async (json) => {
    const { page, close } = await slowPhone(browser);
    await page.addScriptTag({ content: script });
    const found = await page.evaluate(
      ([text, today]) =>
        (window as unknown as { measureFilters: (...input: unknown[]) => Filtered }).measureFilters(
          text,
          today,
        ),
      [json, dayInStockholm(new Date())] as const,
    );
    await close();
    return found;
  };
}

async function prepareMeasurement(
  postgres: Postgres,
  { total, upcoming }: (typeof CALENDARS)[number],
  measureFilters: MeasureFilters,
): Promise<() => Promise<Costs>> {
  const database = `calendar_${total}_${upcoming}`;
  const environment = await postgres.create(database);
  // Its start makes the tables.
  const product = await startProduct(environment);
  const sql = postgres.open(database);
  const importUs = await timeImport(postgres, database, total, upcoming);
  // Matching what was imported with watches is not measured.
  await sql`truncate watch_changes`;
  await sql`vacuum analyze events`;

  async function fetchBody(path: string, encoding = 'br'): Promise<Uint8Array> {
    const response = await fetch(`${product.url}${path}`, {
      headers: { 'accept-encoding': encoding },
      decompress: false,
    });
    return response.bytes();
  }
  const kilobytes = async (path: string) => (await fetchBody(path)).length / 1000;

  async function readTag(path: string, knownTag = ''): Promise<string | undefined> {
    const headers = { 'accept-encoding': 'br', 'if-none-match': knownTag };
    const response = await fetch(`${product.url}${path}`, { headers, decompress: false });
    await response.bytes();
    return response.status === 304 ? undefined : (response.headers.get('etag') ?? '');
  }

  /** One of those that are not over. */
  const [{ id } = { id: '' }] = await sql`select id from events order by event_date desc limit 1`;
  let changes = 0;
  const change = () => sql`update events set organizer = ${`Sparad ${changes++}`} where id = ${id}`;

  async function timeUntilNew(path: string): Promise<number> {
    const tag = await readTag(path);
    const start = performance.now();
    await change();
    while ((await readTag(path, tag)) === undefined) await Bun.sleep(2);
    return performance.now() - start;
  }

  /** A reader asks once for each change. */
  async function cpuOfChange(): Promise<number> {
    await Bun.sleep(SETTLE_MS);
    const before = cpuSeconds(product.pid);
    for (let turn = 0; turn < CHANGES_PER_ROUND; turn++) {
      await change();
      await Bun.sleep(50);
      await fetchBody(PAGES);
      await Bun.sleep(SETTLE_MS / CHANGES_PER_ROUND);
    }
    return ((cpuSeconds(product.pid) - before) * 1000) / CHANGES_PER_ROUND;
  }

  /** 2000 if the calendar has no past events. */
  async function largestPastYear(): Promise<string> {
    const { past } = (await (await fetch(`${product.url}/api/events/upcoming`)).json()) as {
      past: { year: string; count: number }[];
    };
    return past.toSorted((a, b) => b.count - a.count)[0]?.year ?? '2000';
  }

  return async () => {
    const visible: number[] = [];
    await readTag(PAGES);
    for (let turn = 0; turn < CHANGES_PER_ROUND; turn++) visible.push(await timeUntilNew(PAGES));
    const cpuMs = await cpuOfChange();
    const wholeMs = await timeUntilNew(WHOLE);
    const json = new TextDecoder().decode(await fetchBody('/api/events/upcoming', 'identity'));
    const { received, filtered } = await measureFilters(json);
    product.clearLog();
    return {
      'pages: br, kB': await kilobytes(PAGES),
      'a past year: br, kB': await kilobytes(`/api/events/past?year=${await largestPastYear()}`),
      'whole list: br, kB': await kilobytes(WHOLE),
      'change visible, ms': median(visible),
      'CPU for a change, ms': cpuMs,
      'whole list, ms': wholeMs,
      'received on a phone, ms': received,
      'filter on a phone, ms': filtered,
      'memory, MB': memoryOf(product.pid),
      'import of an event, µs': importUs,
    };
  };
}

/** Imports as the script does. */
async function timeImport(
  { socketDir }: Postgres,
  database: string,
  total: number,
  upcoming: number,
): Promise<number> {
  const opened = openDatabase({ socketDir, database });
  const dayOf = daysAround(dayInStockholm(new Date()), upcoming, total);
  const files = csvOfEvents(total, { dayOf });
  const start = performance.now();
  for (const csv of files)
    await importEvents(
      { database: opened, now: () => new Date() },
      { bytes: Buffer.from(csv), filename: 'events.csv' },
    );
  const us = ((performance.now() - start) * 1000) / total;
  await opened.close();
  return us;
}

function rowOf(name: string, costsOf: (calendar: string) => number[]): Row {
  const targets: string[] = [];
  const limit = LIMITS[name];
  if (limit)
    targets.push(
      atMost(limit.limit, median(costsOf(limit.of)), (value) => `${formatNumber(value)}${limit.unit}`),
    );
  const ratio = Number((median(costsOf(LARGE)) / median(costsOf(SMALL))).toPrecision(3));
  if (name === 'pages: br, kB') targets.push(atMost(BYTES_RATIO, ratio, times));
  return {
    what: name,
    ...Object.fromEntries(
      CALENDARS.map(nameOf).map((calendar) => [calendar, formatNumber(median(costsOf(calendar)))]),
    ),
    'spread of the second': spread(costsOf(LARGE)),
    'second to first': times(ratio),
    target: targets.join('; '),
  };
}
