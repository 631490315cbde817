// The speed of the page of a race and of a feed, compared with a bare `Bun.serve` that sends the same bytes in the same
// run.

import { readBenchArguments } from './support/arguments.ts';
import { BARE_HEADERS, bareOf } from './support/bare-of.ts';
import { runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import {
  atLeast,
  formatNumber,
  median,
  percent,
  type Rounds,
  runAlternating,
  spread,
} from './support/figures.ts';
import { startPostgres } from './support/postgres.ts';
import { startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { expectWrk, type Load, load } from './support/wrk.ts';

const HELP = `bun run bench pages [--rounds N] [--seconds N] [--write FILE]

Loads the page of a race, and /lopp.ics with 5,000 events, with brotli from 200 connections: on the product, and on a bare
Bun.serve in another process that sends the same bytes and headers.
`;

const EVENTS = 5000;
const CONNECTIONS = 200;
/** Of the requests per second of the bare server. */
const TARGET = 0.6;

const parameters = readBenchArguments(HELP, { rounds: 5 });
expectWrk();
await runBench(async () => {
  const postgres = await startPostgres();
  const product = await startProduct(await postgres.create('calendar'));
  for (const csv of csvOfEvents(EVENTS)) await product.importCsv(csv);
  const race = (await product.events()).find(({ url }) => url)?.url ?? '';
  const measured: Record<string, () => Promise<Load>> = {};
  const sizes: Record<string, number> = {};
  for (const [name, path] of [
    ['page of a race', race],
    ['/lopp.ics', '/lopp.ics'],
  ] as const) {
    const { child, size } = await bareOf(product, path);
    sizes[name] = size;
    for (const [server, { url, pid }] of [
      ['bare', child],
      ['product', product],
    ] as const) {
      const target = { url: url + path, pid, headers: { 'accept-encoding': 'gzip, deflate, br' } };
      measured[`${server}, ${name}`] = async () => {
        product.clearLog();
        return load(target, parameters.seconds);
      };
    }
  }
  const found = await runAlternating(parameters.rounds, measured);
  await report(
    {
      name: 'pages',
      method: [
        `${Object.entries(sizes)
          .map(([name, size]) => `${name} (${formatNumber(size / 1000)} kB of brotli)`)
          .join(' and ')} with ${EVENTS} events, from ${CONNECTIONS} connections by \`wrk -t1\`, ` +
          `${parameters.rounds} rounds of ${parameters.seconds} s after a warm-up of one second. \`bare\` is a \`Bun.serve\` in another process ` +
          `that sends the same bytes from memory, with \`${BARE_HEADERS.join('`, `')}\`. The ratio is the median of those of the rounds.`,
      ],
      tables: [Object.keys(sizes).flatMap((name) => rowsOf(found, name))],
    },
    parameters.write,
  );
});

function rowsOf(found: Rounds<Load>, name: string): Row[] {
  const [bare, product] = [found[`bare, ${name}`] ?? [], found[`product, ${name}`] ?? []];
  const ratio = median(product.map(({ rate }, round) => rate / (bare[round]?.rate ?? 0)));
  const row = (what: string, loads: readonly Load[], more: Partial<Row>): Row => ({
    what,
    'requests/s': formatNumber(median(loads.map(({ rate }) => rate))),
    spread: spread(loads.map(({ rate }) => rate)),
    ratio: '',
    target: '',
    ...more,
  });
  return [
    row(`bare, ${name}`, bare, {}),
    row(`product, ${name}`, product, { ratio: percent(ratio), target: atLeast(TARGET, ratio, percent) }),
  ];
}
