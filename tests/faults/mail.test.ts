import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { connect, type Sql } from '../../src/platform/database';
import { PASSWORD } from '../support/accounts';
import { postgresPid, type RunningServer, startServer, temporaryDir, until } from '../support/process';
import { type Conduct, smtpServer } from '../support/smtp';

/** How many register; MAILS=200 for the whole of it. */
const MAILS = Number(process.env.MAILS ?? 60);
/** Each mail meets so many of the faults before it may pass. */
const FAULTS_EACH = 2;

const STORM: Conduct[] = [
  'refuse-receiver-450',
  'accept',
  'drop-before-accepting',
  'refuse-receiver-550',
  'accept',
  'drop-after-accepting',
  'refuse-words-452',
  'accept',
  'refuse-words-554',
  'accept',
];

const dir = temporaryDir();
let conductOf = (_address?: string): Conduct => 'accept';
const smtp = smtpServer((address) => conductOf(address));
let server: RunningServer;
let kills = 0;

/** By turns everything that can go wrong with a mail, but for each address no more than so often. */
function storm() {
  let senders = 0;
  let turn = 0;
  const met = new Map<string, number>();
  return (address?: string): Conduct => {
    // A sender is refused before it is known whom the mail is for.
    if (!address) return ++senders % 8 === 4 ? 'refuse-sender-451' : 'accept';
    const faults = met.get(address) ?? 0;
    if (faults >= FAULTS_EACH) return 'accept';
    met.set(address, faults + 1);
    return STORM[turn++ % STORM.length] ?? 'accept';
  };
}

const start = async () => {
  server = await startServer(dir.path, { DEMO: '0', SMTP_URL: smtp.url(), LOG_LEVEL: 'info' });
};

/** Dies without a word and is started again. */
async function kill(): Promise<void> {
  kills++;
  server.signal('SIGKILL');
  await server.exited;
  await start();
}

const addressOf = (number: number) => `loper${number}@example.se`;

/** Registers until it is answered: what was cut off by a kill is done again, as a person would. */
async function register(number: number): Promise<void> {
  const name = `Åsa Löpare ${'abcdefghij'[number % 10]}${'klmnopqrst'[Math.floor(number / 10) % 10]}${Math.floor(number / 100)}`;
  const body = JSON.stringify({
    email: addressOf(number),
    full_name: name,
    phone_number: '070-123 45 67',
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.${Math.floor(number / 250)}.${number % 250}`,
  };
  await until(async () => {
    const answer = await fetch(`${server.url}/api/marketplace/register`, { method: 'POST', headers, body });
    return answer.status === 200;
  }, 30_000);
}

let registered = 0;
/** Lets a share of all register, a few at a time; resolves when half of them are answered, with the rest under way. */
async function someRegister(share: number): Promise<() => Promise<void>> {
  const mine = Array.from({ length: Math.round(MAILS * share) }, () => registered++);
  const half = Promise.withResolvers<void>();
  let answered = 0;
  const one = async () => {
    for (let number = mine.shift(); number !== undefined; number = mine.shift()) {
      await register(number);
      if (++answered >= (MAILS * share) / 2) half.resolve();
    }
  };
  const all = Promise.all([one(), one(), one(), one()]).then(() => half.resolve());
  await half.promise;
  return () => all;
}

async function withSession<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect({ socketDir: join(dir.path, 'postgres/run') }, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end().catch(() => {});
  }
}

/** How many mails are not sent yet. */
const waiting = () =>
  withSession(async (sql) => (await sql`select count(*)::int as count from outbox`)[0]?.count);

const hasOrderWaiting = async (sql: Sql) =>
  (
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into "outbox"%'`
  ).length > 0;

/** Product and database die while somebody's order stands before the outbox: nothing of its cause may be there either. */
async function dieAtTheOutbox(number: number): Promise<void> {
  let registering: Promise<void> | undefined;
  const postgres = await postgresPid(dir.path);
  await withSession(async (sql) => {
    await sql`begin`;
    await sql`lock table outbox in share row exclusive mode`;
    registering = register(number);
    await until(() => withSession(hasOrderWaiting), 20_000);
    server.signal('SIGKILL');
    process.kill(postgres, 'SIGKILL');
  });
  await kill();
  await registering;
}

beforeAll(async () => {
  await smtp.open();
  await smtp.shut();
  await start();
});
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  await smtp.shut();
  dir.remove();
});

test(`${MAILS} register while the mail server refuses, hangs and drops, and the product is killed: no mail is lost`, async () => {
  const begun = performance.now();
  // It refuses connections; the product dies with mails that nobody took.
  let rest = await someRegister(0.25);
  await kill();
  await rest();
  await dieAtTheOutbox(registered++);

  // It answers now this, now that.
  conductOf = storm();
  await smtp.open();
  rest = await someRegister(0.25);
  await Bun.sleep(50 * MAILS);
  await kill();
  await rest();
  await Bun.sleep(50 * MAILS);

  // It hangs after the words, and after connecting; the product dies while it waits.
  conductOf = () => 'hang';
  rest = await someRegister(0.2);
  await until(async () => (smtp.happened.hang ?? 0) > 0, 20_000);
  await kill();
  smtp.state.greets = false;
  await rest();
  await until(async () => (smtp.happened.silence ?? 0) > 0, 20_000);
  await kill();
  smtp.state.greets = true;

  // It takes each mail and dies before it says so, then does so no more.
  conductOf = () => 'drop-after-accepting';
  rest = await someRegister(0.1);
  await until(async () => (smtp.happened['drop-after-accepting'] ?? 0) > 2, 20_000);
  conductOf = storm();
  await Bun.sleep(50 * MAILS);
  await kill();
  await rest();

  // It is well again.
  conductOf = () => 'accept';
  rest = await someRegister(0.2);
  await rest();
  expect(registered).toBe(MAILS + 1);
  await until(async () => (await waiting()) === 0, 150_000);

  const links = new Map<string, string[]>();
  for (const mail of smtp.accepted) {
    const to = mail.to?.[0]?.address ?? '';
    if (mail.subject === 'Verifiera din e-postadress') links.set(to, [...(links.get(to) ?? []), mail.path]);
  }
  const lost = Array.from({ length: registered }, (_, number) => addressOf(number)).filter(
    (to) => !links.has(to),
  );
  const ids = smtp.accepted.map(({ messageId }) => messageId);
  const duplicates = ids.length - new Set(ids).size;
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${registered} registrations, ${kills} kills, ${seconds} s: ${lost.length} mails lost, ${duplicates} sent twice; ` +
      `the mail server's doings: ${JSON.stringify(smtp.happened)}`,
  );
  expect(lost).toEqual([]);
  // Only what was accepted without our hearing of it comes twice.
  expect(duplicates).toBeLessThanOrEqual((smtp.happened['drop-after-accepting'] ?? 0) + 4 * kills);
  for (const conduct of [...STORM, 'refuse-sender-451', 'hang', 'silence'] as const)
    expect([conduct, smtp.happened[conduct] ?? 0]).not.toEqual([conduct, 0]);
  // And every link works.
  for (const [path = ''] of links.values()) {
    expect((await fetch(`${server.url}/api${path}`, { method: 'POST' })).status).toBe(200);
  }
});

test('SIGTERM while the mail server hangs ends the product with exit code 0 within ten seconds; the mail goes after the next start', async () => {
  conductOf = () => 'hang';
  const before = { hung: smtp.happened.hang ?? 0, accepted: smtp.accepted.length };
  await register(registered++);
  await until(async () => (smtp.happened.hang ?? 0) > before.hung, 10_000);
  const begun = performance.now();
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  conductOf = () => 'accept';
  await start();
  await until(async () => smtp.accepted.length > before.accepted, 10_000);
  await until(async () => (await waiting()) === 0, 5000);
});
