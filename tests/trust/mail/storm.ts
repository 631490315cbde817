import type { Sql } from '../../../src/platform/database';
import { type KillableProduct, startKillableProduct } from '../../support/killable-product';
import type { ReadMail } from '../../support/mails';
import { until } from '../../support/process';
import { type MailBehavior, smtpServer } from '../../support/smtp';
import { STORM, stormy } from './behaviors';
import { readLetters } from './letters';
import { registrations } from './registrations';

const EVENT_LIMIT = 15_000;
const DRAIN_LIMIT_MS = 600_000;
const TURN_MS = 1500;

export type MailStorm = {
  mails: number;
  rounds: number;
  before?: (sql: Sql) => Promise<unknown>;
};

export type MailReport = Awaited<ReturnType<typeof mailStorm>>;

export async function mailStorm({ mails, rounds, before }: MailStorm) {
  const begun = performance.now();
  let behaviorOf = (_address?: string): MailBehavior => 'accept';
  const smtp = smtpServer((address) => behaviorOf(address));
  await smtp.open();
  const product = await startKillableProduct({ SMTP_URL: smtp.url() });
  const people = registrations(product.url);
  const kills = { product: 0, database: 0 };
  let unrecorded = 0;
  const storm = stormy();
  const nextEvent = (what: MailBehavior | 'silence') => {
    const before = smtp.behaviorCounts[what] ?? 0;
    return () => until(async () => (smtp.behaviorCounts[what] ?? 0) > before, EVENT_LIMIT).catch(() => {});
  };
  const killProduct = () => {
    kills.product++;
    return product.killProduct(async () => {
      unrecorded += await product.withSession((sql) => countUnrecorded(sql, smtp.accepted));
      await product.withSession(makeDue);
    });
  };

  /** Each resolves to a function that waits until the fault has had an effect. */
  const faults: (() => Promise<() => Promise<unknown>>)[] = [
    async () => {
      await smtp.close();
      return () => Bun.sleep(TURN_MS / 2);
    },
    async () => {
      behaviorOf = storm;
      return () => Bun.sleep(TURN_MS);
    },
    async () => {
      behaviorOf = () => 'hang';
      return nextEvent('hang');
    },
    async () => {
      smtp.state.greets = false;
      return nextEvent('silence');
    },
    async () => {
      behaviorOf = () => 'drop-after-accepting';
      return nextEvent('drop-after-accepting');
    },
    async () => {
      behaviorOf = storm;
      const isOver = async () => STORM.every((behavior) => smtp.behaviorCounts[behavior]);
      return () => until(isOver, EVENT_LIMIT).catch(() => {});
    },
  ];
  const endFault = async () => {
    behaviorOf = () => 'accept';
    smtp.state.greets = true;
    await smtp.close();
    await smtp.open();
  };

  try {
    if (before) await product.withSession(before);
    kills.product++;
    kills.database++;
    await killDuringOutboxInsert(product, people.one);
    for (let round = 0; round < rounds; round++) {
      const hasTakenEffect = await faults[round % faults.length]?.();
      const upTo = Math.round((mails * (round + 1)) / rounds);
      const rest = await people.some(upTo - people.count());
      await hasTakenEffect?.();
      if (round % 2 === 0) {
        kills.database++;
        await product.killDatabase();
      }
      await killProduct();
      await rest();
      await endFault();
    }
    for (const limit = performance.now() + DRAIN_LIMIT_MS; performance.now() < limit; await killProduct()) {
      if (await isDrained(product)) break;
    }
    const letters = await readLetters(product.url(), smtp.accepted, people.count());
    const seconds = Math.round((performance.now() - begun) / 1000);
    return {
      ...letters,
      registered: people.count(),
      kills,
      unrecorded,
      events: smtp.behaviorCounts,
      seconds,
    };
  } finally {
    await product.stop();
    await smtp.close();
  }
}

/** Until the mail server accepts a mail that it has received completely. */
const ACCEPT_DELAY_MS = 100;

/** Only mails that are accepted and still in the outbox may arrive twice. Call it while no product runs. */
async function countUnrecorded(sql: Sql, accepted: ReadMail[]): Promise<number> {
  await Bun.sleep(ACCEPT_DELAY_MS);
  const ids = new Set(accepted.map(({ messageId }) => messageId?.replace(/^<|@.*$/g, '')));
  const rows = await sql<{ id: string }[]>`select id from outbox`;
  return rows.filter(({ id }) => ids.has(id)).length;
}

/** Only while no product runs, so that no mail is being sent. */
const makeDue = (sql: Sql) =>
  sql`update outbox set due_at = now() where due_at > now() and failed_at is null`;

/** Waits while the number of mails decreases. */
async function isDrained(product: KillableProduct): Promise<boolean> {
  for (let before = Number.POSITIVE_INFINITY; ; await Bun.sleep(TURN_MS)) {
    const [row] = await product.withSession((sql) => sql`select count(*)::int as count from outbox`);
    const count = Number(row?.count);
    if (count === 0 || count >= before) return count === 0;
    before = count;
  }
}

const hasInsertWaiting = async (sql: Sql) =>
  (
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into "outbox"%'`
  ).length > 0;

/** Nothing of the insert's transaction may be stored. */
async function killDuringOutboxInsert(
  product: KillableProduct,
  register: () => Promise<void>,
): Promise<void> {
  let registering: Promise<void> | undefined;
  await product
    .withSession(async (sql) => {
      await sql`begin`;
      await sql`lock table outbox in share row exclusive mode`;
      registering = register();
      await until(() => product.withSession(hasInsertWaiting), 20_000);
      await product.killBoth();
    })
    .catch(() => {});
  await registering;
}
