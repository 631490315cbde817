// The cost of an event for import, reads and the rebuild of the snapshot, in calendars of four sizes.
import { importEvents } from '#src/features/imports/service.ts';
import { openDatabase } from '#src/platform/database.ts';
import { readBenchArguments } from './support/arguments.ts';
import { bareOf } from './support/bare-of.ts';
import { atEnd, runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import { atMost, formatNumber, median, runAlternating, spread, times } from './support/figures.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Product, startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { expectWrk, load } from './support/wrk.ts';

const HELP = `bun run bench growth [--rounds N] [--seconds N] [--write FILE]

Runs the product with 1,000, 5,000, 20,000 and 100,000 events, each size in its own database. In each round an admin imports
the events into an empty table, the list is read under load and compared with a bare Bun.serve, and one event is written so
that the list is rebuilt.
`;

const SIZES = [1000, 5000, 20_000, 100_000];
const CONNECTIONS = 10;
const ROWS_PER_FILE = 20_000;
const LIST = '/api/events';
const REBUILDS_PER_ROUND = 5;
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
const WITHOUT_TARGET = ['bare', 'and list'];

/** By name of the measurement: bytes or microseconds for each event. */
type Costs = Record<string, number>;

const parameters = readBenchArguments(HELP, { rounds: 3, seconds: 3 });
expectWrk();
await runBench(async () => {
  const postgres = await startPostgres();
  const ways: Record<string, () => Promise<Costs>> = {};
  for (const size of SIZES) ways[size] = await prepareMeasurement(postgres, size);
  const found = await runAlternating(parameters.rounds, ways);
  const names = Object.keys(found[SIZES[0] ?? 0]?.[0] ?? {});
  await report(
    {
      name: 'growth',
      method: [
        `The cost of one event in calendars of ${SIZES.map(formatNumber).join(', ')}, ${parameters.rounds} rounds. Import: CSV files of ` +
          `${formatNumber(ROWS_PER_FILE)} rows, stored as by the script. \`import and list\`: by an admin over HTTP; the response ` +
          `waits up to a second for the new list. Read: \`GET ${LIST}\` with brotli from ` +
          `${CONNECTIONS} connections, the time between two responses. \`bare\` is a \`Bun.serve\` that sends the same bytes. ` +
          'Rebuild: from just before an event is written by SQL until the new list is served, in all encodings that were requested before.',
        'The ratio compares the largest calendar with that of 5,000. At most 1 (to three digits) means that the cost grows no more than linearly.',
      ],
      tables: [
        names.map((name) => rowOf(name, (size) => found[size]?.map((costs) => costs[name] ?? 0) ?? [])),
      ],
    },
    parameters.write,
  );
});

async function prepareMeasurement(postgres: Postgres, size: number): Promise<() => Promise<Costs>> {
  const database = `calendar_${size}`;
  const product = await startProduct(await postgres.create(database));
  const sql = postgres.open(database);
  const files = csvOfEvents(size, ROWS_PER_FILE);
  const url = `${product.url}${LIST}`;
  let bare: Awaited<ReturnType<typeof bareOf>> | undefined;

  async function timeRebuild(): Promise<number> {
    const tag = (await readTag(url)).tag;
    const start = performance.now();
    await sql`update events set organizer = ${`Sparad ${start}`} where id = (select min(id::text)::uuid from events)`;
    while ((await readTag(url, tag)).status === 304) await Bun.sleep(1);
    return performance.now() - start;
  }

  const openedDatabase = openDatabase({ socketDir: postgres.socketDir, database });
  atEnd(openedDatabase.close);

  /** Imports as the script does, without rebuilding the list, which is measured separately. */
  async function timeImport(): Promise<number> {
    await sql`truncate events cascade`;
    const start = performance.now();
    for (const csv of files) {
      await importEvents(
        { database: openedDatabase, now: () => new Date() },
        { bytes: Buffer.from(csv), filename: 'events.csv' },
      );
    }
    return performance.now() - start;
  }
  await timeImport();

  return async () => {
    const importMs = await timeImport();
    await sql`truncate events cascade`;
    let importAndListMs = 0;
    for (const [file, csv] of files.entries()) {
      importAndListMs += await product.importCsv(csv);
      await expectAll(product, Math.min(size, (file + 1) * ROWS_PER_FILE));
    }
    // The server matches queued changes in the background, and the reads would include that work.
    await sql`truncate watch_changes`;
    const bytes = await sizesOf(url);
    bare ??= await bareOf(product, LIST);
    const read = ({ url, pid }: Pick<Product, 'url' | 'pid'>) =>
      load({ url: url + LIST, pid, headers: { 'accept-encoding': 'br' } }, parameters.seconds, CONNECTIONS);
    const { rate, cpu } = await read(product);
    const bareLoad = await read(bare.child);
    const rebuilds: number[] = [];
    for (let turn = 0; turn < REBUILDS_PER_ROUND; turn++) rebuilds.push(await timeRebuild());
    product.clearLog();
    return {
      'import, µs': (importMs * 1000) / size,
      'import and list, µs': (importAndListMs * 1000) / size,
      'rebuild, µs': (median(rebuilds) * 1000) / size,
      'read, µs': 1e6 / rate / size,
      'read, CPU µs': cpu / size,
      'read from bare, µs': 1e6 / bareLoad.rate / size,
      ...Object.fromEntries(ENCODINGS.map((name) => [`${name}, bytes`, (bytes[name] ?? 0) / size])),
    };
  };
}

/** A list that takes long to build is served in its old state for a while. */
async function expectAll(product: Product, size: number): Promise<void> {
  for (let turn = 0; (await product.events()).length !== size; turn++) {
    if (turn > 30) throw new Error(`The list still lacks some of the ${size} events.`);
    await Bun.sleep(500);
  }
}

async function readTag(url: string, knownTag = ''): Promise<{ status: number; tag: string }> {
  const headers = { 'accept-encoding': 'br', 'if-none-match': knownTag };
  const response = await fetch(url, { headers, decompress: false });
  await response.bytes();
  return { status: response.status, tag: response.headers.get('etag') ?? '' };
}

async function sizesOf(url: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const encoding of ENCODINGS) {
    const response = await fetch(url, { headers: { 'accept-encoding': encoding }, decompress: false });
    sizes[encoding] = (await response.bytes()).length;
  }
  return sizes;
}

function rowOf(name: string, costsOf: (size: number) => number[]): Row {
  const [, usualSize = 0] = SIZES;
  const largestSize = SIZES.at(-1) ?? 0;
  const ratio = Number((median(costsOf(largestSize)) / median(costsOf(usualSize))).toPrecision(3));
  return {
    'per event': name,
    ...Object.fromEntries(SIZES.map((size) => [formatNumber(size), formatNumber(median(costsOf(size)))])),
    [`spread at ${formatNumber(largestSize)}`]: spread(costsOf(largestSize)),
    ratio: times(ratio),
    target: WITHOUT_TARGET.some((word) => name.includes(word)) ? '' : atMost(1, ratio, times),
  };
}
