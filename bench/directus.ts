// The product compared with an alternative, Directus, on the same PostgreSQL with the same events in the same run.

import { freePort } from '#tests/support/free-port.ts';
import { readBenchArguments } from './support/arguments.ts';
import { type Child, startChild } from './support/child.ts';
import { directusCommand, installDirectus, prepareDirectus } from './support/directus.ts';
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
import { memoryOf } from './support/memory.ts';
import { startPostgres } from './support/postgres.ts';
import { startCommand, startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { expectWrk, type Load, load } from './support/wrk.ts';

const HELP = `bun run bench directus [--rounds N] [--seconds N] [--write FILE]

Installs Directus and its version of Node from npm in the user's cache, once, and gives it its own database on the same
PostgreSQL with the same 5,000 events. Compares requests per second, the time from the start to the first response, and
the memory at rest. Only one of the two runs at a time.
`;

const EVENTS = 5000;
const PAGE = '/items/events?limit=20';
const FULL_LIST = '/items/events?limit=-1';
const LIST = '/api/events';
/** More connections do not make the full list of Directus, which takes a second, faster. */
const CONNECTIONS = { list: 200, page: 200, full: 10 };
/** At least so many times as fast as Directus, and at most this share of its start time and memory. */
const TARGETS = { page: 50, fullList: 1000, start: 0.2, memory: 0.5 };
const REST_SECONDS = 10;
const START_LIMIT_MS = 120_000;

/** Until the first response, and at rest. */
type Start = { firstResponseMs: number; memoryMegabytes: number };

const parameters = readBenchArguments(HELP, { rounds: 3, seconds: 10 });
expectWrk();
await runBench(async () => {
  const installed = await installDirectus();
  const postgres = await startPostgres();
  const environment = await postgres.create('calendar');
  await postgres.create('directus');
  const fillingProduct = await startProduct(environment);
  for (const csv of csvOfEvents(EVENTS)) await fillingProduct.importCsv(csv);
  const prepared = await prepareDirectus(installed, postgres, await fillingProduct.events());
  await fillingProduct.stop();

  const product = (port: number) => startCommand({ ...environment, PORT: String(port) });
  const directus = (port: number) => directusCommand(installed, prepared, port);
  const starts = await runAlternating(parameters.rounds, {
    product: () => startAndRest(product, LIST),
    directus: () => startAndRest(directus, PAGE),
  });
  const loads = await runAlternating(parameters.rounds, {
    'product, full list': () => measureLoad(product, LIST, CONNECTIONS.list),
    'Directus, page of 20': () => measureLoad(directus, PAGE, CONNECTIONS.page),
    'Directus, full list': () => measureLoad(directus, FULL_LIST, CONNECTIONS.full),
  });
  await report(
    {
      name: 'directus',
      method: [
        `Directus ${installed.version} on Node ${installed.node} with its default configuration (no cache), and the product, each with ` +
          `its own database on one PostgreSQL, with the same ${EVENTS} events. One of the two runs at a time, in ${parameters.rounds} alternating ` +
          `rounds. The product has no paged list: it sends all ${EVENTS} events (\`GET ${LIST}\`), Directus 20 of them (\`${PAGE}\`) or ` +
          `all (\`${FULL_LIST}\`). Each is requested with \`accept-encoding: gzip, deflate, br\` for ${parameters.seconds} s from ` +
          `${CONNECTIONS.list} connections, Directus’ full list from ${CONNECTIONS.full}.`,
        `Start: from the start of the process to its first response to that request, while PostgreSQL runs and the tables exist. ` +
          `Memory: the process and its children, with shared pages counted proportionally (PSS), ${REST_SECONDS} s after that response, without PostgreSQL.`,
      ],
      tables: [speedRows(loads), startRows(starts)],
    },
    parameters.write,
  );
});

type Command = (port: number) => { command: string[]; env: Record<string, string>; cwd?: string };

async function startServer(
  command: Command,
  path: string,
): Promise<{ child: Child; firstResponseMs: number }> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = await startChild({ ...command(port), url });
  while (!(await isServing(url + path))) {
    if (!child.isAlive() || performance.now() - start > START_LIMIT_MS)
      throw new Error(child.log().slice(-3000));
    await Bun.sleep(5);
  }
  return { child, firstResponseMs: performance.now() - start };
}

async function isServing(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.bytes();
  return response?.status === 200;
}

async function startAndRest(command: Command, path: string): Promise<Start> {
  const { child, firstResponseMs } = await startServer(command, path);
  await Bun.sleep(REST_SECONDS * 1000);
  const memoryMegabytes = memoryOf(child.pid);
  await child.stop();
  return { firstResponseMs, memoryMegabytes };
}

async function measureLoad(command: Command, path: string, connections: number): Promise<Load> {
  const { child } = await startServer(command, path);
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const target = { url: child.url + path, pid: child.pid, headers };
  const found = await load(target, parameters.seconds, connections);
  await child.stop();
  return found;
}

function speedRows(found: Rounds<Load>): Row[] {
  const rate = (name: string) => median(found[name]?.map((one) => one.rate) ?? []);
  const row = (name: string, limit?: number): Row => {
    const loads = found[name] ?? [];
    const ratio = rate('product, full list') / rate(name);
    return {
      what: name,
      'requests/s': formatNumber(rate(name)),
      spread: spread(loads.map((one) => one.rate)),
      'kB per response': formatNumber(median(loads.map((one) => one.bytes)) / 1000),
      'product, full list': limit ? `${times(ratio)} as fast` : '',
      target: limit ? atLeast(limit, ratio, times) : '',
    };
  };
  return [
    row('product, full list'),
    row('Directus, page of 20', TARGETS.page),
    row('Directus, full list', TARGETS.fullList),
  ];
}

function startRows({ product = [], directus = [] }: Rounds<Start>): Row[] {
  const row = (what: string, of: (start: Start) => number, unit: string, limit: number): Row => {
    const ours = product.map(of);
    const theirs = directus.map(of);
    const ratio = median(ours) / median(theirs);
    return {
      what,
      product: `${formatNumber(median(ours))} ${unit} (${spread(ours)})`,
      Directus: `${formatNumber(median(theirs))} ${unit} (${spread(theirs)})`,
      ratio: percent(ratio),
      target: atMost(limit, ratio, percent),
    };
  };
  return [
    row('start to first response', ({ firstResponseMs }) => firstResponseMs, 'ms', TARGETS.start),
    row('memory at rest', ({ memoryMegabytes }) => memoryMegabytes, 'MB', TARGETS.memory),
  ];
}
