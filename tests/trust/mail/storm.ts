import type { Sql } from '../../../src/platform/database';
import type { ReadMail } from '../../support/mails';
import { type Mortal, startMortal } from '../../support/mortal';
import { until } from '../../support/process';
import { type Conduct, smtpServer } from '../../support/smtp';
import { STORM, stormy } from './conducts';
import { readLetters } from './letters';
import { registrations } from './registrations';

const SEEN_LIMIT = 15_000;
const DRAIN_LIMIT = 600_000;
/** Milliseconds that the mail server has its way in a round; after that what was put off is due again. */
const TURN = 1500;

export type MailStorm = {
  mails: number;
  rounds: number;
  /** What is done to the database before anybody registers. */
  before?: (sql: Sql) => Promise<unknown>;
};

export type MailReport = Awaited<ReturnType<typeof mailStorm>>;

/** Lets people register in rounds, each with another fault of the mail server and a death, then reads what has come. */
export async function mailStorm({ mails, rounds, before }: MailStorm) {
  const begun = performance.now();
  let conductOf = (_address?: string): Conduct => 'accept';
  const smtp = smtpServer((address) => conductOf(address));
  await smtp.open();
  const product = await startMortal({ SMTP_URL: smtp.url() });
  const people = registrations(product.url);
  const kills = { product: 0, database: 0 };
  let takenOver = 0;
  const storm = stormy();
  const seen = (what: Conduct | 'silence') => {
    const so = smtp.happened[what] ?? 0;
    return () => until(async () => (smtp.happened[what] ?? 0) > so, SEEN_LIMIT).catch(() => {});
  };
  const killProduct = () => {
    kills.product++;
    return product.killProduct(async () => {
      takenOver += await product.withSession((sql) => untold(sql, smtp.accepted));
      await product.withSession(letTimePass);
    });
  };

  /** What ails the mail server in a round; resolves to what has to be waited for before the death. */
  const ailments: (() => Promise<() => Promise<unknown>>)[] = [
    async () => {
      await smtp.shut();
      return () => Bun.sleep(TURN / 2);
    },
    async () => {
      conductOf = storm;
      return () => Bun.sleep(TURN);
    },
    async () => {
      conductOf = () => 'hang';
      return seen('hang');
    },
    async () => {
      smtp.state.greets = false;
      return seen('silence');
    },
    async () => {
      conductOf = () => 'drop-after-accepting';
      return seen('drop-after-accepting');
    },
    async () => {
      conductOf = storm;
      const isOver = async () => STORM.every((conduct) => smtp.happened[conduct]);
      return () => until(isOver, SEEN_LIMIT).catch(() => {});
    },
  ];
  const heal = async () => {
    conductOf = () => 'accept';
    smtp.state.greets = true;
    await smtp.shut();
    await smtp.open();
  };

  try {
    if (before) await product.withSession(before);
    kills.product++;
    kills.database++;
    await dieAtTheOutbox(product, people.one);
    for (let round = 0; round < rounds; round++) {
      const suffered = await ailments[round % ailments.length]?.();
      const upTo = Math.round((mails * (round + 1)) / rounds);
      const rest = await people.some(upTo - people.count());
      await suffered?.();
      if (round % 2 === 0) {
        kills.database++;
        await product.killDatabase();
      }
      await killProduct();
      await rest();
      await heal();
    }
    for (const limit = performance.now() + DRAIN_LIMIT; performance.now() < limit; await killProduct()) {
      if (await isDrained(product)) break;
    }
    const letters = await readLetters(product.url(), smtp.accepted, people.count());
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { ...letters, registered: people.count(), kills, takenOver, happened: smtp.happened, seconds };
  } finally {
    await product.stop();
    await smtp.shut();
  }
}

/** What the mail server may still make of a mail that it has whole, in milliseconds. */
const AFTERMATH = 100;

/**
 * While no product runs: how many mails the mail server has taken over and the outbox does not know of. They alone may
 * come twice.
 */
async function untold(sql: Sql, accepted: ReadMail[]): Promise<number> {
  await Bun.sleep(AFTERMATH);
  const ids = new Set(accepted.map(({ messageId }) => messageId?.replace(/^<|@.*$/g, '')));
  const rows = await sql<{ id: string }[]>`select id from outbox`;
  return rows.filter(({ id }) => ids.has(id)).length;
}

/** While no product runs, so that nobody has a mail on the way: what was put off is due, as it would be later. */
const letTimePass = (sql: Sql) =>
  sql`update outbox set due_at = now() where due_at > now() and failed_at is null`;

/** Whether every mail is sent; waits as long as there are fewer and fewer. */
async function isDrained(product: Mortal): Promise<boolean> {
  for (let before = Number.POSITIVE_INFINITY; ; await Bun.sleep(TURN)) {
    const [row] = await product.withSession((sql) => sql`select count(*)::int as count from outbox`);
    const count = Number(row?.count);
    if (count === 0 || count >= before) return count === 0;
    before = count;
  }
}

const hasOrderWaiting = async (sql: Sql) =>
  (
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into "outbox"%'`
  ).length > 0;

/** Product and database die while somebody's order stands before the outbox: nothing of its cause may be there either. */
async function dieAtTheOutbox(product: Mortal, register: () => Promise<void>): Promise<void> {
  let registering: Promise<void> | undefined;
  await product
    .withSession(async (sql) => {
      await sql`begin`;
      await sql`lock table outbox in share row exclusive mode`;
      registering = register();
      await until(() => product.withSession(hasOrderWaiting), 20_000);
      await product.killBoth();
    })
    .catch(() => {});
  await registering;
}
