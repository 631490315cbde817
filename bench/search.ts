// How long a search of the calendar takes on a phone.
import { join } from 'node:path';
import { readBenchArguments } from './support/arguments.ts';
import { CPU_SLOWDOWN, launch, slowPhone } from './support/browser.ts';
import { type Measurement, rowsOf, type Target } from './support/browser-rows.ts';
import { atEnd, runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import { runAlternating } from './support/figures.ts';
import { report } from './support/report.ts';

const HELP = `bun run bench search [--rounds N] [--write FILE]

Searches calendars of 5,000 and 20,000 races in Chromium with the CPU slowed ${CPU_SLOWDOWN} times.
`;

const LIMITS_MS = { '5000': 30, '20000': 100 };
/** One for each kind: a name, a misspelt one, one that nobody has, meanings, and many words. */
const QUERIES = [
  'mora',
  'morlaoppet',
  'zzzyxq',
  '10 km göteborg maj 2027',
  'skidloppen i Dalarna',
  'loppet i skogen vid sjön bakom berget',
];

const nameOf = (count: string, query: string) => `${count} races: ${query}`;
const TARGETS = Object.entries(LIMITS_MS).flatMap(([count, limit]) =>
  QUERIES.map((query): Target => ({ what: nameOf(count, query), limit, unit: ' ms' })),
);

const parameters = readBenchArguments(HELP, { rounds: 5 });
await runBench(async () => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'support/search-in-page.ts')],
    minify: true,
    target: 'browser',
  });
  const script = await outputs[0]?.text();
  if (!script) throw new Error('The search was not bundled.');
  const browser = await launch();
  atEnd(() => browser.close());

  const racesOf = (count: string) =>
    csvOfEvents(Number(count)).flatMap((csv) => csv.trim().split('\n').slice(1).map(toRace));

  async function measure(): Promise<Measurement> {
    const found: Measurement = {};
    for (const count of Object.keys(LIMITS_MS)) {
      const { page, close } = await slowPhone(browser);
      await page.addScriptTag({ content: script ?? '' });
      const times = await page.evaluate(
        ([races, queries]) =>
          (
            window as unknown as { measureSearches: (...input: unknown[]) => Record<string, number> }
          ).measureSearches(races, queries),
        [racesOf(count), QUERIES] as const,
      );
      for (const [query, ms] of Object.entries(times)) found[nameOf(count, query)] = ms;
      await close();
    }
    return found;
  }

  const { searches = [] } = await runAlternating(parameters.rounds, { searches: measure });
  await report(
    {
      name: 'search',
      method: [
        `One search, from the typed text to the races, in Chromium with the CPU slowed ${CPU_SLOWDOWN} times, ${parameters.rounds} rounds. ` +
          'The list is prepared before, as the page does while it is idle.',
      ],
      tables: [rowsOf(TARGETS, searches)],
    },
    parameters.write,
  );
});

function toRace(line: string) {
  const cells = [...line.matchAll(/("([^"]*)"|[^,]*)(?:,|$)/g)].map(
    ([, plain, quoted]) => quoted ?? plain ?? '',
  );
  const [event_date = '', event_name = '', distances = '', sport_type = '', ort = '', landskap = ''] = cells;
  const organizer = cells[8] ?? null;
  return { event_name, event_date, event_end_date: null, distances, sport_type, ort, landskap, organizer };
}
