// How fast the list of events is served, held against a bare `Bun.serve` with the same bytes in the same run.
import { BARE_HEADERS, bareOf } from './support/bare-of';
import { type Child, startScript } from './support/child';
import { run } from './support/ending';
import { csvOfEvents } from './support/events';
import {
  atLeast,
  atMost,
  inTurns,
  median,
  percent,
  type Rounds,
  show,
  spread,
  times,
} from './support/figures';
import { startPostgres } from './support/postgres';
import { type Product, startProduct } from './support/product';
import { type Row, report } from './support/report';
import { readBenchWords } from './support/words';
import { expectWrk, type Load, load, type Target } from './support/wrk';

const HELP = `bun run bench http [--rounds N] [--seconds N] [--write FILE]

Loads GET /api/events with 5,000 events from 200 connections, with brotli: the product, and a bare Bun.serve that is a process
of its own with the same bytes and headers. Also 304, the call that the client makes itself, one write a second, and a
process that reads and serialises for each request.
`;

const EVENTS = 5000;
const CONNECTIONS = 200;
const REST = '/api/events';
const TRPC = '/trpc/public.events.list';

const words = readBenchWords(HELP, { rounds: 5 });
expectWrk();
await run(async () => {
  const postgres = await startPostgres();
  const product = await startProduct(await postgres.create('calendar'));
  for (const csv of csvOfEvents(EVENTS)) await product.importCsv(csv);
  const naive = await startScript('per-request.ts', [postgres.socketDir, 'calendar']);
  const rest = await bareOf(product, REST);
  const trpc = await bareOf(product, TRPC);

  const all = [product, naive, rest.child, trpc.child];
  const fresh = (child: Child, path: string, headers: Record<string, string> = {}): Target => ({
    url: child.url + path,
    pid: child.pid,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
  });
  const measure = (target: Target) => async () => {
    for (const child of all) child.clearLog();
    return load(target, words.seconds);
  };
  // After each write its tag is another; the bare one still serves what was first.
  const known = async (path: string) => ({ 'if-none-match': await tagOf(product.url + path) });
  const found = await inTurns(words.rounds, {
    'bare, list': measure(fresh(rest.child, REST)),
    'product, list': measure(fresh(product, REST)),
    'bare, 304': measure(fresh(rest.child, REST, { 'if-none-match': rest.tag })),
    'product, 304': async () => measure(fresh(product, REST, await known(REST)))(),
    'bare, tRPC': measure(fresh(trpc.child, TRPC)),
    'product, tRPC': measure(fresh(product, TRPC)),
    'product, one write a second': () => whileWriting(product, measure(fresh(product, REST))),
    'read and serialised per request': measure(fresh(naive, '/')),
  });
  await report(
    {
      name: 'http',
      how: [
        `\`GET ${REST}\` with ${EVENTS} events (${show(rest.size / 1000)} kB of brotli) from ${CONNECTIONS} connections by \`wrk -t1\`, ` +
          `${words.rounds} rounds of ${words.seconds} s after a warm-up of one. \`bare\` is a \`Bun.serve\` in a process of its own ` +
          `that answers from memory with the same bytes and \`${BARE_HEADERS.join('`, `')}\`. The product writes its log to a file.`,
        'The ratio is of requests a second to the bare one, the median of the rounds’ own ratios; `cpu` is what the process of the server takes for a request.',
      ],
      tables: [speedRows(found), tailRows(found)],
    },
    words.write,
  );
});

async function tagOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false });
  await response.bytes();
  return response.headers.get('etag') ?? '';
}

/** An admin saves an event each second meanwhile. */
async function whileWriting<Found>(product: Product, measure: () => Promise<Found>): Promise<Found> {
  const [event] = await product.events();
  if (!event) throw new Error('No events.');
  let saves = 0;
  let isOver = false;
  const writing = (async () => {
    for (; !isOver; await Bun.sleep(1000)) {
      saves++;
      await product.write({ ...event, organizer: `Sparad ${saves} ${Date.now()}` });
    }
  })();
  try {
    return await measure();
  } finally {
    isOver = true;
    await writing;
  }
}

function speedRows(found: Rounds<Load>): Row[] {
  const row = (name: string, of?: string, asked = ''): Row => {
    const loads = found[name] ?? [];
    return {
      what: name,
      'requests/s': show(median(loads.map((one) => one.rate))),
      spread: spread(loads.map((one) => one.rate)),
      cpu: `${show(median(loads.map((one) => one.cpu)))} µs`,
      ratio: of ? percent(ratioOf(found, name, of, 'rate')) : '',
      asked,
    };
  };
  const share = (name: string, of: string, limit: number) =>
    row(name, of, atLeast(limit, ratioOf(found, name, of, 'rate'), percent));
  const naive = ratioOf(found, 'product, list', 'read and serialised per request', 'rate');
  return [
    row('bare, list'),
    share('product, list', 'bare, list', 0.8),
    row('bare, 304'),
    share('product, 304', 'bare, 304', 0.75),
    row('bare, tRPC'),
    share('product, tRPC', 'bare, tRPC', 0.6),
    row('product, one write a second', 'bare, list'),
    {
      ...row('read and serialised per request'),
      ratio: `product, list: ${times(naive)} that`,
      asked: atLeast(500, naive, times),
    },
  ];
}

/** The median of the rounds' own ratios: what slows the machine in a round slows both. */
function ratioOf(found: Rounds<Load>, name: string, of: string, what: 'rate' | 'p99'): number {
  return median((found[name] ?? []).map((one, round) => one[what] / (found[of]?.[round]?.[what] ?? 0)));
}

/** Of the list alone: how long the slowest hundredth waits. */
function tailRows(found: Rounds<Load>): Row[] {
  const row = (name: string, limit?: number): Row => {
    const loads = found[name] ?? [];
    const ratio = ratioOf(found, name, 'bare, list', 'p99');
    return {
      what: name,
      'median ms': show(median(loads.map((one) => one.p50))),
      '99th percentile ms': show(median(loads.map((one) => one.p99))),
      spread: spread(loads.map((one) => one.p99)),
      ratio: limit ? times(ratio) : '',
      asked: limit ? atMost(limit, ratio, times) : '',
    };
  };
  return [row('bare, list'), row('product, list', 2), row('product, one write a second', 3)];
}
