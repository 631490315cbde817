// The speed of the list of events, compared with a bare `Bun.serve` that sends the same bytes in the same run.

import { readBenchArguments } from './support/arguments.ts';
import { BARE_HEADERS, bareOf } from './support/bare-of.ts';
import { type Child, startScript } from './support/child.ts';
import { runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import {
  atLeast,
  atMost,
  formatNumber,
  median,
  percent,
  type Rounds,
  runAlternating,
  spread,
  times,
} from './support/figures.ts';
import { startPostgres } from './support/postgres.ts';
import { type Product, startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { expectWrk, type Load, load, type Target } from './support/wrk.ts';

const HELP = `bun run bench http [--rounds N] [--seconds N] [--write FILE]

Loads GET /api/events with 5,000 events and brotli from 200 connections: on the product, and on a bare Bun.serve in another
process that sends the same bytes and headers. Also measures 304 responses, the tRPC call of the client, reads during one
write per second, and a process that reads and serializes the events for each request.
`;

const EVENTS = 5000;
const CONNECTIONS = 200;
const REST_PATH = '/api/events';
const TRPC_PATH = '/trpc/public.events.list';

/** Ratios to the bare server, except `perRequest`: to reading and serializing for each request. */
const TARGETS = { list: 0.8, notModified: 0.75, trpc: 0.6, perRequest: 500, p99: 2, p99WhileWriting: 3 };

const parameters = readBenchArguments(HELP, { rounds: 5 });
expectWrk();
await runBench(async () => {
  const postgres = await startPostgres();
  const product = await startProduct(await postgres.create('calendar'));
  for (const csv of csvOfEvents(EVENTS)) await product.importCsv(csv);
  const naive = await startScript('per-request.ts', [postgres.socketDir, 'calendar']);
  const rest = await bareOf(product, REST_PATH);
  const trpc = await bareOf(product, TRPC_PATH);

  const all = [product, naive, rest.child, trpc.child];
  const targetOf = (child: Child, path: string, headers: Record<string, string> = {}): Target => ({
    url: child.url + path,
    pid: child.pid,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
  });
  const measure = (target: Target) => async () => {
    for (const child of all) child.clearLog();
    return load(target, parameters.seconds);
  };
  // Writes change the product's ETag. The bare server keeps its first one.
  const ifNoneMatch = async (path: string) => ({ 'if-none-match': await tagOf(product.url + path) });
  const found = await runAlternating(parameters.rounds, {
    'bare, list': measure(targetOf(rest.child, REST_PATH)),
    'product, list': measure(targetOf(product, REST_PATH)),
    'bare, 304': measure(targetOf(rest.child, REST_PATH, { 'if-none-match': rest.tag })),
    'product, 304': async () => measure(targetOf(product, REST_PATH, await ifNoneMatch(REST_PATH)))(),
    'bare, tRPC': measure(targetOf(trpc.child, TRPC_PATH)),
    'product, tRPC': measure(targetOf(product, TRPC_PATH)),
    'product, one write per second': () => whileWriting(product, measure(targetOf(product, REST_PATH))),
    'read and serialized per request': measure(targetOf(naive, '/')),
  });
  await report(
    {
      name: 'http',
      method: [
        `\`GET ${REST_PATH}\` with ${EVENTS} events (${formatNumber(rest.size / 1000)} kB of brotli) from ${CONNECTIONS} connections by \`wrk -t1\`, ` +
          `${parameters.rounds} rounds of ${parameters.seconds} s after a warm-up of one second. \`bare\` is a \`Bun.serve\` in another process ` +
          `that sends the same bytes from memory, with \`${BARE_HEADERS.join('`, `')}\`. The product writes its log to a file.`,
        'The ratio compares requests per second with the bare server: the median of the ratios of the rounds. `cpu` is the CPU time of the server process per request.',
      ],
      tables: [speedRows(found), tailRows(found)],
    },
    parameters.write,
  );
});

async function tagOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false });
  await response.bytes();
  return response.headers.get('etag') ?? '';
}

async function whileWriting<Found>(product: Product, measure: () => Promise<Found>): Promise<Found> {
  const [event] = await product.events();
  if (!event) throw new Error('The calendar has no events.');
  let saves = 0;
  let isStopped = false;
  const writing = (async () => {
    for (; !isStopped; await Bun.sleep(1000)) {
      saves++;
      await product.writeEvent({ ...event, organizer: `Sparad ${saves} ${Date.now()}` });
    }
  })();
  try {
    return await measure();
  } finally {
    isStopped = true;
    await writing;
  }
}

function speedRows(found: Rounds<Load>): Row[] {
  const row = (name: string, reference?: string, target = ''): Row => {
    const loads = found[name] ?? [];
    return {
      what: name,
      'requests/s': formatNumber(median(loads.map((one) => one.rate))),
      spread: spread(loads.map((one) => one.rate)),
      cpu: `${formatNumber(median(loads.map((one) => one.cpu)))} µs`,
      ratio: reference ? percent(ratioOf(found, name, reference, 'rate')) : '',
      target,
    };
  };
  const rowWithTarget = (name: string, reference: string, limit: number) =>
    row(name, reference, atLeast(limit, ratioOf(found, name, reference, 'rate'), percent));
  const naive = ratioOf(found, 'product, list', 'read and serialized per request', 'rate');
  return [
    row('bare, list'),
    rowWithTarget('product, list', 'bare, list', TARGETS.list),
    row('bare, 304'),
    rowWithTarget('product, 304', 'bare, 304', TARGETS.notModified),
    row('bare, tRPC'),
    rowWithTarget('product, tRPC', 'bare, tRPC', TARGETS.trpc),
    row('product, one write per second', 'bare, list'),
    {
      ...row('read and serialized per request'),
      ratio: `product, list: ${times(naive)} as fast`,
      target: atLeast(TARGETS.perRequest, naive, times),
    },
  ];
}

/** A slow machine slows both servers in the same round, so compare rounds. */
function ratioOf(found: Rounds<Load>, name: string, reference: string, what: 'rate' | 'p99'): number {
  return median(
    (found[name] ?? []).map((one, round) => one[what] / (found[reference]?.[round]?.[what] ?? 0)),
  );
}

function tailRows(found: Rounds<Load>): Row[] {
  const row = (name: string, limit?: number): Row => {
    const loads = found[name] ?? [];
    const ratio = ratioOf(found, name, 'bare, list', 'p99');
    return {
      what: name,
      'median ms': formatNumber(median(loads.map((one) => one.p50))),
      '99th percentile ms': formatNumber(median(loads.map((one) => one.p99))),
      spread: spread(loads.map((one) => one.p99)),
      ratio: limit ? times(ratio) : '',
      target: limit ? atMost(limit, ratio, times) : '',
    };
  };
  return [
    row('bare, list'),
    row('product, list', TARGETS.p99),
    row('product, one write per second', TARGETS.p99WhileWriting),
  ];
}
