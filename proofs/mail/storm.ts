import type { Sql } from '#src/platform/database.ts';
import { type KillableProduct, startKillableProduct } from '#tests/support/killable-product.ts';
import type { ReadMail } from '#tests/support/mails.ts';
import { until } from '#tests/support/process.ts';
import { type MailBehavior, smtpServer } from '#tests/support/smtp.ts';
import { STORM, stormyBehavior } from './behaviors.ts';
import { checkMails } from './check-mails.ts';
import { registrations } from './registrations.ts';

const OCCURRENCE_LIMIT_MS = 15_000;
const DRAIN_LIMIT_MS = 600_000;
const FAULT_DURATION_MS = 1500;

export type MailStormOptions = {
  mails: number;
  rounds: number;
  prepare?: (sql: Sql) => Promise<unknown>;
};

export type MailReport = Awaited<ReturnType<typeof mailStorm>>;

export async function mailStorm({ mails, rounds, prepare }: MailStormOptions) {
  const startedAt = performance.now();
  let behaviorOf = (_recipient?: string): MailBehavior => 'accept';
  const smtp = smtpServer((recipient) => behaviorOf(recipient));
  await smtp.open();
  const product = await startKillableProduct({ SMTP_URL: smtp.url() });
  const visitors = registrations(product.url);
  const kills = { product: 0, database: 0 };
  let unrecorded = 0;
  const storm = stormyBehavior();
  const nextOccurrence = (behavior: MailBehavior | 'silence') => {
    const countBefore = smtp.behaviorCounts[behavior] ?? 0;
    return () =>
      until(async () => (smtp.behaviorCounts[behavior] ?? 0) > countBefore, OCCURRENCE_LIMIT_MS).catch(
        () => {},
      );
  };
  const killProduct = () => {
    kills.product++;
    return product.killProduct(async () => {
      unrecorded += await product.withConnection((sql) => countUnrecorded(sql, smtp.accepted));
      await product.withConnection(makeDue);
    });
  };

  /** Each resolves to a function that waits until the fault has had an effect. */
  const faults: (() => Promise<() => Promise<unknown>>)[] = [
    async () => {
      await smtp.close();
      return () => Bun.sleep(FAULT_DURATION_MS / 2);
    },
    async () => {
      behaviorOf = storm;
      return () => Bun.sleep(FAULT_DURATION_MS);
    },
    async () => {
      behaviorOf = () => 'hang';
      return nextOccurrence('hang');
    },
    async () => {
      smtp.state.greets = false;
      return nextOccurrence('silence');
    },
    async () => {
      behaviorOf = () => 'drop-after-accepting';
      return nextOccurrence('drop-after-accepting');
    },
    async () => {
      behaviorOf = storm;
      const isOver = async () => STORM.every((behavior) => smtp.behaviorCounts[behavior]);
      return () => until(isOver, OCCURRENCE_LIMIT_MS).catch(() => {});
    },
  ];
  const endFault = async () => {
    behaviorOf = () => 'accept';
    smtp.state.greets = true;
    await smtp.close();
    await smtp.open();
  };

  try {
    if (prepare) await product.withConnection(prepare);
    kills.product++;
    kills.database++;
    await killDuringOutboxInsert(product, visitors.registerOne);
    for (let round = 0; round < rounds; round++) {
      const hasTakenEffect = await faults[round % faults.length]?.();
      const targetCount = Math.round((mails * (round + 1)) / rounds);
      const finishRegistrations = await visitors.registerSome(targetCount - visitors.count());
      await hasTakenEffect?.();
      if (round % 2 === 0) {
        kills.database++;
        await product.killDatabase();
      }
      await killProduct();
      await finishRegistrations();
      await endFault();
    }
    for (
      const deadline = performance.now() + DRAIN_LIMIT_MS;
      performance.now() < deadline;
      await killProduct()
    ) {
      if (await isDrained(product)) break;
    }
    const mailResults = await checkMails(product.url(), smtp.accepted, visitors.count());
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return {
      ...mailResults,
      registered: visitors.count(),
      kills,
      unrecorded,
      behaviorCounts: smtp.behaviorCounts,
      seconds,
    };
  } finally {
    await product.stopAndRemove();
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
  for (let before = Number.POSITIVE_INFINITY; ; await Bun.sleep(FAULT_DURATION_MS)) {
    const [row] = await product.withConnection((sql) => sql`select count(*)::int as count from outbox`);
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
    .withConnection(async (sql) => {
      await sql`begin`;
      await sql`lock table outbox in share row exclusive mode`;
      registering = register();
      await until(() => product.withConnection(hasInsertWaiting), 20_000);
      await product.killBoth();
    })
    .catch(() => {});
  await registering;
}
