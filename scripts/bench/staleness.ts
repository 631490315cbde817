// How long after a commit anybody still reads what was before it, on this instance and another, under load.
import { brotliDecompressSync } from 'node:zlib';
import { run } from './support/ending';
import { csvOfEvents } from './support/events';
import { atMost, median, show } from './support/figures';
import { startPostgres } from './support/postgres';
import { type Product, startProduct } from './support/product';
import { type Row, report } from './support/report';
import { type Seen, watch } from './support/tags';
import { readBenchWords } from './support/words';

const HELP = `bun run bench staleness [--rounds N] [--write FILE]

Two instances on one database, both loaded by wrk, which takes note of the tag of every answer. Meanwhile an event is written
N times each by an admin of this instance, of the other, by SQL, and by SQL when the instances' listening was just cut.
`;

const EVENTS = 5000;
const CONNECTIONS = { here: 200, there: 50 };
/** Between two writes, in milliseconds: each has to be seen by all before the next. */
const PAUSE = 1600;
/** Milliseconds. */
const LIMIT = 1000;

type Write = { kind: string; committed: number; tag: string };

const words = readBenchWords(HELP, { rounds: 10 });
await run(async () => {
  // PostgreSQL itself says then when each write was committed.
  const postgres = await startPostgres({ track_commit_timestamp: 'on' });
  const environment = await postgres.create('calendar');
  const sql = postgres.open('calendar');
  const here = await startProduct(environment);
  const there = await startProduct(environment);
  for (const csv of csvOfEvents(EVENTS)) await here.importCsv(csv);
  await Bun.sleep(PAUSE);
  const [event] = await here.events();
  if (!event) throw new Error('No events.');

  const byAdmin = (product: Product) => (mark: string) => product.write({ ...event, organizer: mark });
  const bySql = (mark: string) => sql`update events set organizer = ${mark} where id = ${event.id}`;
  const cut = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' or query = 'select' and pid <> pg_backend_pid()`;
  const kinds: Record<string, (mark: string) => PromiseLike<unknown>> = {
    'by an admin, here': byAdmin(here),
    'by an admin, there': byAdmin(there),
    'by SQL': bySql,
    'by SQL, the listening just cut': (mark) => cut().then(() => bySql(mark)),
  };

  const seconds = Math.ceil((words.rounds * Object.keys(kinds).length * (PAUSE + 1000)) / 1000) + 5;
  const target = (product: Product) => ({
    url: `${product.url}/api/events`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
  const watched = {
    here: watch(target(here), seconds, CONNECTIONS.here),
    there: watch(target(there), seconds, CONNECTIONS.there),
  };
  await Bun.sleep(PAUSE);
  const first = await here.events();
  const writes: Write[] = [];
  for (let round = 1; round <= words.rounds; round++) {
    console.error(`round ${round} of ${words.rounds}`);
    for (const [kind, write] of Object.entries(kinds)) {
      const mark = `Skrivning ${round} ${kind}`;
      await write(mark);
      const [row] = await sql<{ ms: number }[]>`
        select extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as ms from events where id = ${event.id}`;
      await Bun.sleep(PAUSE);
      writes.push({ kind, committed: Number(row?.ms), tag: await tagWith(here, mark) });
      for (const product of [here, there]) product.clearLog();
    }
  }
  const seen = { here: await watched.here.stop(), there: await watched.there.stop() };
  if (first.length !== EVENTS) throw new Error(`${first.length} events.`);
  await report(
    {
      name: 'staleness',
      how: [
        `Two instances on one PostgreSQL with ${EVENTS} events, \`GET /api/events\` with brotli loaded by two \`wrk\` at once ` +
          `(${CONNECTIONS.here} connections here, ${CONNECTIONS.there} there; ${show(seen.here.answers)} and ${show(seen.there.answers)} ` +
          'answers), which notes the tag of each answer and when it came. Stale is how long after the commit, by PostgreSQL’s own ' +
          'clock, the last answer came, on any connection, that lacked the write; answers that were on their way count too.',
      ],
      tables: [Object.keys(kinds).flatMap((kind) => rowsOf(kind, writes, seen))],
    },
    words.write,
  );
});

/** The tag of the list that has that mark in it; throws when that is not what is served. */
async function tagWith(product: Product, mark: string): Promise<string> {
  const headers = { 'accept-encoding': 'br' };
  const response = await fetch(`${product.url}/api/events`, { headers, decompress: false });
  if (!brotliDecompressSync(await response.bytes()).includes(mark)) throw new Error(`${mark}: not read.`);
  return response.headers.get('etag') ?? '';
}

function rowsOf(kind: string, writes: Write[], seen: Record<'here' | 'there', Seen>): Row[] {
  return (['here', 'there'] as const).map((where) => {
    const stale = writes.flatMap((write, index) => {
      const before = new Set(writes.slice(0, index).map(({ tag }) => tag));
      if (write.kind !== kind) return [];
      const last = Math.max(...[...before].map((tag) => seen[where].last.get(tag) ?? 0));
      if (!seen[where].last.has(write.tag)) throw new Error(`${where} never answered with ${write.tag}.`);
      return index > 0 ? [last - write.committed] : [];
    });
    const worst = Math.max(...stale);
    return {
      written: kind,
      'read on': where === 'here' ? 'this instance' : 'the other',
      writes: String(stale.length),
      'stale, median ms': show(median(stale)),
      'worst ms': show(worst),
      asked: atMost(LIMIT, worst, (ms) => `${show(ms)} ms`),
    };
  });
}
