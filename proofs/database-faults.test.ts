/**
 * The database is stopped, restarted, killed or frozen, its connections are dropped or half open, or its pool is
 * exhausted. Measures the response times, what is served meanwhile, and the recovery time without a restart. Also sends
 * SIGTERM under load.
 *
 * Each safeguard was removed once by hand, and the short form failed:
 * - without the call deadline: in "database unreachable", calls took as long as the fault;
 * - without the database socket's timeout: in "connections half open", recovery took longer than 15 s;
 * - without the responses kept in memory: in "stopped", 17 violations ("/api/events: 503");
 * - without holding requests and `connection: close` during shutdown: after SIGTERM, all 16 clients lost a response;
 * - without `server.uncertain`: in "frozen", 6 messages were stored although their senders received 503. This happens
 *   only if commits are in progress when the database freezes, so not in each run.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openStream, type Stream } from '#tests/support/live.ts';
import { until } from '#tests/support/process.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import {
  isRecovered,
  sendWithoutPause,
  uploadSlowly,
  type VisitReport,
  visit,
  WRITERS,
} from './database-faults/visitors.ts';
import { startOnFaultyDatabase } from './support/faulty-database.ts';
import { keepAliveClient, type Outcome } from './support/keep-alive.ts';

const FAULT_MS = sized(2000, 8000);
const RECOVERY_LIMIT_MS = 5000;
const ROUNDS = sized(1, 3);

let site: Awaited<ReturnType<typeof startOnFaultyDatabase>>;
let stream: Stream;
beforeAll(async () => {
  site = await startOnFaultyDatabase();
  stream = await openStream(site.server(), site.member.headers);
});
afterAll(() => site.stop());

/** Ends a fault. Faults that end by themselves have none. */
type Undo = () => unknown;
type Fault = () => Promise<Undo | undefined>;

const FAULTS: Record<string, Fault> = {
  stopped: async () => {
    site.proxy.set('refuse');
    site.proxy.cut();
    return () => site.proxy.set('open');
  },
  restarted: () => endPostgres('SIGINT'),
  killed: () => endPostgres('SIGKILL'),
  frozen: async () => {
    const pids = await site.postgresPids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  },
  'connections dropped': async () => void site.proxy.cut(),
  'connections half open': async () => void site.proxy.halfOpen(),
  'every second connection half open': async () => void site.proxy.halfOpen((index) => index % 2 === 0),
  'database unreachable': async () => {
    site.proxy.set('hole');
    site.proxy.halfOpen();
    return () => site.proxy.set('open');
  },
  'pool exhausted': () => holdLock('lock table contact_messages in access exclusive mode'),
};

async function endPostgres(signal: NodeJS.Signals): Promise<undefined> {
  process.kill((await site.postgresPids())[0] ?? 0, signal);
}

/** Keeps the transaction open until the returned function is called. */
async function holdLock(statement: string): Promise<Undo> {
  const released = Promise.withResolvers<void>();
  const lockAcquired = Promise.withResolvers<void>();
  const done = site.sql.begin(async (sql) => {
    await sql.unsafe(statement);
    lockAcquired.resolve();
    await released.promise;
  });
  await lockAcquired.promise;
  return () => {
    released.resolve();
    return done;
  };
}

type FaultReport = Pick<VisitReport, 'responses' | 'slowestMs' | 'servedFromMemory' | 'violations'> & {
  /** From the end of the fault until reads and live messages work again. */
  recoveryMs: number;
  listeningMs: number;
  /** Contact messages with a definite response, and those with `server.uncertain`. */
  certain: number;
  uncertain: number;
};

async function runFault(fault: Fault): Promise<FaultReport> {
  let isOver = false;
  const visiting = visit(site, () => isOver);
  await Bun.sleep(300);
  const undo = await fault();
  if (undo) await Bun.sleep(FAULT_MS);
  const faultEndedAt = performance.now();
  // A fault without a duration takes a moment to show.
  if (!undo) await Bun.sleep(300);
  await undo?.();
  await until(() => isRecovered(site), 15_000);
  const recoveryMs = performance.now() - faultEndedAt;
  await waitForLiveEvent();
  const listeningMs = performance.now() - faultEndedAt;
  isOver = true;
  const report = await visiting;
  const violations = [...report.violations, ...(await findWrongOutcomes(report))];
  const uncertain = [...report.outcomes.values()].filter((status) => status === 'uncertain').length;
  const certain = report.outcomes.size - uncertain;
  // Only commits in progress at the start of the fault may be uncertain: at most one for each writer.
  if (uncertain > WRITERS) violations.push(`${uncertain} messages returned server.uncertain`);
  if (recoveryMs > RECOVERY_LIMIT_MS) violations.push(`recovered after ${Math.round(recoveryMs)} ms`);
  if (listeningMs > RECOVERY_LIMIT_MS)
    violations.push(`live messages resumed after ${Math.round(listeningMs)} ms`);
  return { ...report, recoveryMs, listeningMs, certain, uncertain, violations };
}

/** Like the client, reconnects when the stream has ended. */
async function waitForLiveEvent(): Promise<void> {
  const { member, sql } = site;
  await until(async () => {
    if (stream.isOver() || stream.status !== 200) stream = await openStream(site.server(), member.headers);
    const [announcement_id, other_user_id] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    await sql`select pg_notify('conversations', ${JSON.stringify({ member_id: member.id, announcement_id, other_user_id })})`;
    await Bun.sleep(100);
    return stream.named().some((event) => event.announcement_id === announcement_id);
  }, 15_000);
}

async function findWrongOutcomes({ outcomes }: VisitReport): Promise<string[]> {
  const rows = await site.sql<{ subject: string }[]>`select subject from contact_messages`;
  const stored = new Set(rows.map(({ subject }) => subject));
  const wrong = [...outcomes].filter(
    ([subject, status]) => status !== 'uncertain' && (status === 200) !== stored.has(subject),
  );
  return wrong.map(
    ([, status]) => `a message that returned ${status} is ${status === 200 ? 'not ' : ''}stored`,
  );
}

const FIXED_BUGS = [
  'A file upload or download waited without limit for a frozen database. It now has the same deadline as other calls.',
  'Half-open connections stayed in the pool forever. A connection without traffic for 4 s is now closed, and every statement ends earlier than that.',
  'After some failures the driver waited up to 20 s before it reconnected. It now always waits 0.2 s.',
  'A connection that was cut between two statements of a transaction returned 500 instead of 503.',
  'A database that was frozen during a commit stored writes that had returned 503. A commit in progress now returns "server.uncertain".',
  'If a server accepted connections and closed them at once, the driver reconnected without a pause, thousands of times a second. Connections that were abandoned at that moment stayed open until the database had none left (postgres.js, fixed in db/patches).',
  'A LISTEN connection that was half open received nothing any more. It is now checked every 1.5 s.',
];

/** A fault is measured again if a busy machine exceeded a time limit. */
const MAX_REPEATS = 1;
let repeats = 0;
const faultReports: FaultReport[] = [];
const sample: string[] = [];
const ms = (value: number) => `${Math.round(value)} ms`;

describe.each(Object.entries(FAULTS))('%s', (name, fault) => {
  test('every call gets a response in time, the calendar stays available, and the product recovers', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      let figures = await runFault(fault);
      const isOnlyLate =
        figures.violations.length > 0 && figures.violations.every((line) => /\d ms$/.test(line));
      if (isOnlyLate && repeats < MAX_REPEATS) {
        repeats++;
        sample.push(`${name}, measured again because of: ${figures.violations[0]}`);
        figures = await runFault(fault);
      }
      faultReports.push(figures);
      const {
        responses,
        slowestMs,
        servedFromMemory,
        recoveryMs,
        listeningMs,
        certain,
        uncertain,
        violations,
      } = figures;
      sample.push(
        `${name}: ${responses} responses, the slowest after ${ms(slowestMs)}, ${servedFromMemory} from memory, ${uncertain} of ${certain + uncertain} messages uncertain, recovered after ${ms(recoveryMs)}, live messages after ${ms(listeningMs)}`,
      );
      console.log(sample.at(-1), violations);
      expect(violations).toEqual([]);
    }
  });
});

test('a write waits for a slow database and succeeds', async () => {
  const release = await holdLock('lock table contact_messages in access exclusive mode');
  const response = fetch(`${site.server().url}/api/contact/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.200.1' },
    body: JSON.stringify({ name: 'Anna', email: 'anna@example.se', subject: 'Hej', message: 'Hej' }),
  });
  await Bun.sleep(2400);
  await release();
  expect((await response).status).toBe(200);
});

const CLIENTS = sized(16, 100);
test('SIGTERM under load: every request gets a complete response', async () => {
  const { member, admin } = site;
  for (let round = 0; round < sized(1, 10); round++) {
    const server = round === 0 ? site.server() : await site.start();
    const inbox = round === 0 ? stream : await openStream(server, member.headers);
    const release = await holdLock('lock table contact_messages in access exclusive mode');
    const busyClients = sendWithoutPause(server.url, CLIENTS);
    await Bun.sleep(700);
    const slowWrite = keepAliveClient(server.url).request('/api/contact/message', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.201.${round}` },
      body: JSON.stringify({ name: 'Anna', email: 'anna@example.se', subject: 'Hej', message: 'Hej' }),
    });
    const slowReader = keepAliveClient(server.url).request('/api/events', { pauseMs: 1500 });
    const slowUpload = uploadSlowly(server.url, admin.headers);
    await Bun.sleep(300);
    const startedAt = performance.now();
    server.signal('SIGTERM');
    setTimeout(release, 1500);
    const outcomes: Outcome[] = [...(await busyClients), await slowWrite, await slowReader, await slowUpload];
    expect(await server.exited).toBe(0);
    const tookMs = performance.now() - startedAt;
    await inbox.over;
    lostResponses += outcomes.filter((outcome) => outcome === 'cut').length;
    const complete = outcomes.filter((outcome) => typeof outcome !== 'string');
    // The load may exceed the limit of concurrent calls. A complete 503 is fine.
    expect(complete.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(inbox.received.at(-1)?.event).toBe('return');
    expect(tookMs).toBeLessThan(10_000);
    shutdowns.push({ responses: complete.length, tookMs });
  }
  expect(lostResponses).toBe(0);
});

test('SIGTERM while the database is frozen: exits with 0 within 10 s', async () => {
  const server = await site.start();
  const undo = await FAULTS.frozen?.();
  await Bun.sleep(300);
  const startedAt = performance.now();
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await undo?.();
});

let lostResponses = 0;
const shutdowns: { responses: number; tookMs: number }[] = [];

afterAll(() => {
  const maxOf = (values: number[]) => Math.round(Math.max(0, ...values));
  reportFigures({
    order: 3,
    promise:
      'Whatever happens to the database, every call gets a response within 5 s, and the product recovers within 5 s.',
    sample: `${sample.join('; ')}; ${repeats} of these measured a second time`,
    violations: faultReports.flatMap(({ violations }) => violations).length,
    control: {
      without: 'the database health check, the responses from memory, or the closing of dead connections',
      violations: 'fails, checked once by hand',
    },
    found: FIXED_BUGS,
  });
  reportFigures({
    order: 3,
    promise: 'Stopping the product loses no response.',
    sample: `${shutdowns.length} times SIGTERM with ${CLIENTS} clients that never pause, a slow write, a slow reader, a slow upload and an open inbox: ${shutdowns.reduce((sum, { responses }) => sum + responses, 0)} responses; exited after ${maxOf(shutdowns.map(({ tookMs }) => tookMs))} ms at most`,
    violations: lostResponses,
    control: {
      without: 'holding requests until the port is closed',
      violations: 'fails, checked once by hand',
    },
    found: [
      'Idle connections were closed while their next request was in flight, so each client that never pauses lost a response. Requests now wait until the server accepts no more, and responses end their connections.',
    ],
  });
});
