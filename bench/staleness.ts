// How long after a commit old data is still served, on this instance and another, under load.
import { brotliDecompressSync } from 'node:zlib';
import { readBenchArguments } from './support/arguments.ts';
import { runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import { atMost, formatNumber, median } from './support/figures.ts';
import { startPostgres } from './support/postgres.ts';
import { type Product, startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { recordTags, type TagReport } from './support/tags.ts';

const HELP = `bun run bench staleness [--rounds N] [--write FILE]

Two instances on one database, both loaded by wrk, which records the ETag of every response. Meanwhile an event is written
N times each by an admin on this instance, by an admin on the other, by SQL, and by SQL just after the LISTEN connections of
the instances were closed.
`;

const EVENTS = 5000;
const CONNECTIONS = { here: 200, there: 50 };
/** Each write is visible everywhere before the next. */
const PAUSE_MS = 1600;
const MAX_STALENESS_MS = 1000;

type Write = { kind: string; committedAtMs: number; tag: string };

const parameters = readBenchArguments(HELP, { rounds: 10 });
await runBench(async () => {
  // PostgreSQL then records when each write was committed.
  const postgres = await startPostgres({ track_commit_timestamp: 'on' });
  const environment = await postgres.create('calendar');
  const sql = postgres.open('calendar');
  const here = await startProduct(environment);
  const there = await startProduct(environment);
  for (const csv of csvOfEvents(EVENTS)) await here.importCsv(csv);
  await Bun.sleep(PAUSE_MS);
  const [event] = await here.events();
  if (!event) throw new Error('The calendar has no events.');

  const writeByAdmin = (product: Product) => (mark: string) =>
    product.writeEvent({ ...event, organizer: mark });
  const writeBySql = (mark: string) => sql`update events set organizer = ${mark} where id = ${event.id}`;
  const closeListeners = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' or query = 'select' and pid <> pg_backend_pid()`;
  const kinds: Record<string, (mark: string) => PromiseLike<unknown>> = {
    'by an admin, this instance': writeByAdmin(here),
    'by an admin, other instance': writeByAdmin(there),
    'by SQL': writeBySql,
    'by SQL, LISTEN just closed': (mark) => closeListeners().then(() => writeBySql(mark)),
  };

  const seconds = Math.ceil((parameters.rounds * Object.keys(kinds).length * (PAUSE_MS + 1000)) / 1000) + 5;
  const target = (product: Product) => ({
    url: `${product.url}/api/events`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
  const recording = {
    here: recordTags(target(here), seconds, CONNECTIONS.here),
    there: recordTags(target(there), seconds, CONNECTIONS.there),
  };
  await Bun.sleep(PAUSE_MS);
  const firstEvents = await here.events();
  const writes: Write[] = [];
  for (let round = 1; round <= parameters.rounds; round++) {
    console.error(`round ${round} of ${parameters.rounds}`);
    for (const [kind, write] of Object.entries(kinds)) {
      const mark = `Skrivning ${round} ${kind}`;
      await write(mark);
      const [row] = await sql<{ ms: number }[]>`
        select extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as ms from events where id = ${event.id}`;
      await Bun.sleep(PAUSE_MS);
      writes.push({ kind, committedAtMs: Number(row?.ms), tag: await tagWith(here, mark) });
      for (const product of [here, there]) product.clearLog();
    }
  }
  const tags = { here: await recording.here.stop(), there: await recording.there.stop() };
  if (firstEvents.length !== EVENTS)
    throw new Error(`The calendar has ${firstEvents.length} events instead of ${EVENTS}.`);
  await report(
    {
      name: 'staleness',
      method: [
        `Two instances on one PostgreSQL with ${EVENTS} events, \`GET /api/events\` with brotli loaded by two parallel \`wrk\` ` +
          `(${CONNECTIONS.here} connections to this instance, ${CONNECTIONS.there} to the other; ${formatNumber(tags.here.responses)} and ${formatNumber(tags.there.responses)} ` +
          'responses), which record the ETag and the time of each response. Staleness is the time from the commit, by the clock of ' +
          'PostgreSQL, to the last response without the write on any connection. Responses in flight count too.',
      ],
      tables: [Object.keys(kinds).flatMap((kind) => rowsOf(kind, writes, tags))],
    },
    parameters.write,
  );
});

/** Throws if the served list does not contain the mark. */
async function tagWith(product: Product, mark: string): Promise<string> {
  const headers = { 'accept-encoding': 'br' };
  const response = await fetch(`${product.url}/api/events`, { headers, decompress: false });
  if (!brotliDecompressSync(await response.bytes()).includes(mark))
    throw new Error(`The list does not contain "${mark}".`);
  return response.headers.get('etag') ?? '';
}

function rowsOf(kind: string, writes: Write[], tags: Record<'here' | 'there', TagReport>): Row[] {
  return (['here', 'there'] as const).map((where) => {
    const stale = writes.flatMap((write, index) => {
      const earlierTags = new Set(writes.slice(0, index).map(({ tag }) => tag));
      if (write.kind !== kind) return [];
      const lastStaleMs = Math.max(...[...earlierTags].map((tag) => tags[where].lastArrivalMs.get(tag) ?? 0));
      if (!tags[where].lastArrivalMs.has(write.tag))
        throw new Error(`No response of instance "${where}" had the ETag ${write.tag}.`);
      return index > 0 ? [lastStaleMs - write.committedAtMs] : [];
    });
    const worst = Math.max(...stale);
    return {
      written: kind,
      'read on': where === 'here' ? 'this instance' : 'other instance',
      writes: String(stale.length),
      'median ms': formatNumber(median(stale)),
      'worst ms': formatNumber(worst),
      target: atMost(MAX_STALENESS_MS, worst, (ms) => `${formatNumber(ms)} ms`),
    };
  });
}
