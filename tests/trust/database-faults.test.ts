/**
 * The database stopped, restarted, killed, frozen, its connections dropped or half open, its pool exhausted: how soon
 * everybody is answered, what is served meanwhile, and how soon all is well again without a restart. And SIGTERM under load.
 *
 * Each guard was taken out once by hand, and the short form went red:
 * - `answered.ts` without its deadline: gone without a word, calls took as long as the fault lasted.
 * - `database.ts` without the socket's timeout: half open, "It did not come to pass within 15000 ms".
 * - `cache.ts` without what is kept: stopped, broken 17 times ("/api/events: 503").
 * - `drain.ts` holds no request and says no `connection: close`: SIGTERM, all 16 clients were cut off.
 * - `answered.ts` without `server.uncertain`: frozen, 6 messages that were told 503 were stored (only
 *   when the freeze meets commits under way, so not in each run).
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startOnFaultyDatabase } from '../support/faulty-database';
import { keepAliveClient, type Outcome } from '../support/keep-alive';
import { openStream, type Stream } from '../support/live';
import { until } from '../support/process';
import { sized, tellFigures } from '../support/proof';
import { hammer, isWell, PNG, type Seen, visit, WRITERS } from './database-faults/visitors';

/** Milliseconds that a fault lasts, and the issue's own in which all is well again. */
const LASTS = sized(2000, 8000);
const RECOVERY_LIMIT = 5000;
const ROUNDS = sized(1, 3);

let house: Awaited<ReturnType<typeof startOnFaultyDatabase>>;
let stream: Stream;
beforeAll(async () => {
  house = await startOnFaultyDatabase();
  stream = await openStream(house.server(), house.member.headers);
});
afterAll(() => house.stop());

/** Puts an end to a fault; what is over at once has none. */
type Undo = () => unknown;
type Fault = () => Promise<Undo | undefined>;

const FAULTS: Record<string, Fault> = {
  stopped: async () => {
    house.proxy.set('refuse');
    house.proxy.cut();
    return () => house.proxy.set('open');
  },
  restarted: () => ended('SIGINT'),
  killed: () => ended('SIGKILL'),
  frozen: async () => {
    const pids = await house.pids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  },
  'connections dropped': async () => void house.proxy.cut(),
  'connections half open': async () => void house.proxy.halfOpen(),
  'every second one half open': async () => void house.proxy.halfOpen((index) => index % 2 === 0),
  'gone without a word': async () => {
    house.proxy.set('hole');
    house.proxy.halfOpen();
    return () => house.proxy.set('open');
  },
  'pool exhausted': () => hold('lock table contact_messages in access exclusive mode'),
};

/** PostgreSQL ends, and is started again by who keeps it. */
async function ended(signal: NodeJS.Signals): Promise<undefined> {
  process.kill((await house.pids())[0] ?? 0, signal);
}

/** Holds what others wait for. */
async function hold(statement: string): Promise<Undo> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const done = house.sql.begin(async (sql) => {
    await sql.unsafe(statement);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return done;
  };
}

type Figures = Pick<Seen, 'answers' | 'slowest' | 'fromMemory' | 'broken'> & {
  recovery: number;
  listening: number;
  /** Messages that were told one thing or the other, and those of which nobody was told whether they are there. */
  certain: number;
  uncertain: number;
};

/** One fault under everybody's eyes. */
async function suffer(cause: Fault): Promise<Figures> {
  let isOver = false;
  const seeing = visit(house, () => isOver);
  await Bun.sleep(300);
  const undo = await cause();
  if (undo) await Bun.sleep(LASTS);
  const over = performance.now();
  // What is over at once shows only after a moment.
  if (!undo) await Bun.sleep(300);
  await undo?.();
  await until(() => isWell(house), 15_000);
  const recovery = performance.now() - over;
  await hears();
  const listening = performance.now() - over;
  isOver = true;
  const seen = await seeing;
  const broken = [...seen.broken, ...(await notAsTold(seen))];
  const uncertain = [...seen.told.values()].filter((status) => status === 'uncertain').length;
  const certain = seen.told.size - uncertain;
  // Only what was being committed as the fault came, so no writer twice: else this would be an answer to everything.
  if (uncertain > WRITERS)
    broken.push(`${uncertain} messages of which nobody was told whether they are there`);
  if (recovery > RECOVERY_LIMIT) broken.push(`well again after ${Math.round(recovery)} ms`);
  if (listening > RECOVERY_LIMIT) broken.push(`heard again after ${Math.round(listening)} ms`);
  return { ...seen, recovery, listening, certain, uncertain, broken };
}

/** An open inbox, which connects anew when its stream has ended, hears what happens. */
async function hears(): Promise<void> {
  const { member, sql } = house;
  await until(async () => {
    if (stream.isOver() || stream.status !== 200) stream = await openStream(house.server(), member.headers);
    const [announcement_id, other_user_id] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    await sql`select pg_notify('conversations', ${JSON.stringify({ member_id: member.id, announcement_id, other_user_id })})`;
    await Bun.sleep(100);
    return stream.named().some((event) => event.announcement_id === announcement_id);
  }, 15_000);
}

/** Messages whose sender was told 200 and that are not there, or 503 and that are. */
async function notAsTold({ told }: Seen): Promise<string[]> {
  const rows = await house.sql<{ subject: string }[]>`select subject from contact_messages`;
  const stored = new Set(rows.map(({ subject }) => subject));
  const wrong = [...told].filter(
    ([subject, status]) => status !== 'uncertain' && (status === 200) !== stored.has(subject),
  );
  return wrong.map(([, status]) => `a message that was told ${status}`);
}

const FOUND = [
  'A file call waited without end for a frozen database; it is told as all others are.',
  'Connections that were half open stayed in the pool for ever. One on which nothing comes or goes for 4 s is closed; every statement of a call is answered, or ended by the database, before.',
  'After some failures the driver waited up to 20 s before it connected again; now always 0.2 s.',
  'A connection that was cut between two statements of a transaction was answered 500; now 503.',
  'A database that was frozen in the moment of committing stored what had been answered 503: whose commit is under way is now told "server.uncertain".',
  'A server that takes a connection and ends it at once was asked again without a pause, thousands of times a second, and connections that were given up in that moment stayed open until the database had none left (postgres.js, mended in db/patches).',
  'A listener whose connection was half open heard nothing any more; it is now tried every 1.5 s.',
];

/** How often a machine that has much else to do may take its time, in all. */
const REPEATS = 1;
let repeated = 0;
const all: Figures[] = [];
const tried: string[] = [];
const ms = (value: number) => `${Math.round(value)} ms`;

describe.each(Object.entries(FAULTS))('%s', (name, cause) => {
  test(`everybody is answered in time, the calendar too, and all is well again by itself`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      let figures = await suffer(cause);
      const isOnlyLate = figures.broken.length > 0 && figures.broken.every((line) => /\d ms$/.test(line));
      if (isOnlyLate && repeated < REPEATS) {
        repeated++;
        tried.push(`${name}, measured again since ${figures.broken[0]}`);
        figures = await suffer(cause);
      }
      all.push(figures);
      const { answers, slowest, fromMemory, recovery, listening, certain, uncertain, broken } = figures;
      tried.push(
        `${name}: ${answers} answers, the slowest after ${ms(slowest)}, ${fromMemory} from memory, ${uncertain} of ${certain + uncertain} messages told that nobody knows, well after ${ms(recovery)}, heard after ${ms(listening)}`,
      );
      console.log(tried.at(-1), broken);
      expect(broken).toEqual([]);
    }
  });
});

test('a database that is merely slow is waited for', async () => {
  const release = await hold('lock table contact_messages in access exclusive mode');
  const answer = fetch(`${house.server().url}/api/contact/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.200.1' },
    body: JSON.stringify({ name: 'Anna', email: 'anna@example.se', subject: 'Hej', message: 'Hej' }),
  });
  await Bun.sleep(2400);
  await release();
  expect((await answer).status).toBe(200);
});

const CLIENTS = sized(16, 100);
test('SIGTERM under load: every request gets all of its answer', async () => {
  const { member, admin } = house;
  for (let round = 0; round < sized(1, 10); round++) {
    const server = round === 0 ? house.server() : await house.start();
    const inbox = round === 0 ? stream : await openStream(server, member.headers);
    const release = await hold('lock table contact_messages in access exclusive mode');
    const crowd = hammer(server.url, CLIENTS);
    await Bun.sleep(700);
    const slow = keepAliveClient(server.url).ask('/api/contact/message', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.201.${round}` },
      body: JSON.stringify({ name: 'Anna', email: 'anna@example.se', subject: 'Hej', message: 'Hej' }),
    });
    const reader = keepAliveClient(server.url).ask('/api/events', { pauseFor: 1500 });
    const upload = uploadSlowly(server.url, admin.headers);
    await Bun.sleep(300);
    const begun = performance.now();
    server.signal('SIGTERM');
    setTimeout(release, 1500);
    const outcomes: Outcome[] = [...(await crowd), await slow, await reader, await upload];
    expect(await server.exited).toBe(0);
    const took = performance.now() - begun;
    await inbox.over;
    cuts += outcomes.filter((outcome) => outcome === 'cut').length;
    const answered = outcomes.filter((outcome) => typeof outcome !== 'string');
    // So many at once may be too many for the moment; a 503 is a whole answer too.
    expect(answered.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(inbox.told.at(-1)?.event).toBe('return');
    expect(took).toBeLessThan(10_000);
    ends.push({ answers: answered.length, took });
  }
  expect(cuts).toBe(0);
});

test('SIGTERM while the database is frozen: it ends in time', async () => {
  const server = await house.start();
  const undo = await FAULTS.frozen?.();
  await Bun.sleep(300);
  const begun = performance.now();
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await undo?.();
});

let cuts = 0;
const ends: { answers: number; took: number }[] = [];

/** A file that takes two seconds to come. */
async function uploadSlowly(url: string, headers: Record<string, string>): Promise<Outcome> {
  const begun = performance.now();
  const [head = '', tail = ''] = MULTIPART.split('FILE');
  const parts = [head, ...Array.from(PNG, (byte) => new Uint8Array([byte])), tail];
  const body = new ReadableStream({
    async pull(out) {
      const part = parts.shift();
      if (part === undefined) return out.close();
      out.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      await Bun.sleep(2000 / PNG.length);
    },
  });
  const answer = await fetch(`${url}/api/admin/banners/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body,
  }).catch(() => undefined);
  return answer ? { status: answer.status, ms: performance.now() - begun } : 'cut';
}
const MULTIPART =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nFILE\r\n--x--\r\n';

afterAll(() => {
  const most = (values: number[]) => Math.round(Math.max(0, ...values));
  tellFigures({
    order: 3,
    promise:
      'Whatever happens to the database, everybody is answered within 5 s, and all is well again within 5 s.',
    tried: `${tried.join('; ')}; ${repeated} of these measured a second time`,
    broken: all.flatMap(({ broken }) => broken).length,
    control: {
      without:
        'the question whether the database answers, the answers from memory, or the dropping of dead connections',
      broken: 'red, seen once by hand',
    },
    found: FOUND,
  });
  tellFigures({
    order: 3,
    promise: 'Stopping the product cuts nobody off.',
    tried: `${ends.length} times SIGTERM with ${CLIENTS} clients that never pause, a slow write, a slow reader, a slow upload and an open inbox: ${ends.reduce((sum, { answers }) => sum + answers, 0)} answers; ended after ${most(ends.map(({ took }) => took))} ms at most`,
    broken: cuts,
    control: { without: 'holding requests until the door is closed', broken: 'red, seen once by hand' },
    found: [
      'Connections at rest were closed while the next request was on its way on them: each client that never pauses was cut off. Requests now wait until no more are taken, and answers end their connections.',
    ],
  });
});
