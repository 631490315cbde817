import { sql } from 'drizzle-orm';
import { outbox } from '#db/schema/index.ts';
import type { OwnPostgres } from '#proofs/support/own-postgres.ts';
import { transportsOf } from '#tests/support/app.ts';
import { databaseEnvironment, startServer, temporaryDir, until } from '#tests/support/process.ts';
import { countMails, type MailServer, queueMails, senderOf, waitingMails, waitUntilSent } from './mails.ts';
import { type Pair, type Result, withRetries } from './pair.ts';

export async function openProcesses(postgres: OwnPostgres, mailServer: MailServer) {
  const { target, database, drop } = await postgres.open();
  const folders = [temporaryDir(), temporaryDir()];
  const servers = await Promise.all(
    folders.map(({ path }, index) =>
      startServer(path, {
        ...databaseEnvironment(target),
        SMTP_URL: mailServer.url(),
        MAIL_FROM: senderOf(index),
      }),
    ),
  );
  const [one, other] = servers.map(({ url }) => transportsOf(url));
  if (!one || !other) throw new Error('openProcesses needs two servers.');
  const pair: Pair = {
    instances: [withRetries(one), withRetries(other)],
    db: database.db,
    context: { database, now: () => new Date() },
  };
  return {
    ...pair,
    kill: async (index: number) => {
      servers[index]?.signal('SIGKILL');
      await servers[index]?.exited;
    },
    close: async () => {
      for (const server of servers) server.signal('SIGTERM');
      await Promise.all(servers.map(({ exited }) => exited));
      await drop();
      for (const folder of folders) folder.remove();
    },
  };
}

type KillResult = Result & { acknowledged: number; sentBy: number[]; inFlight: number; duplicates: number };

const MAX_IN_FLIGHT_PER_INSTANCE = 4;
/** Longer than the pause of an idle worker. */
const QUIET_MS = 2000;

/** Delays mails until `RELEASE_MAILS` makes all of them due at once, so that many are in flight at the kill. */
const DELAY_MAILS = sql.raw(`
  create function delay_mails() returns trigger language plpgsql as
    $$ begin new.due_at := now() + interval '1 hour'; return new; end $$;
  create trigger delay_mails before insert on outbox for each row execute function delay_mails()`);
const RELEASE_MAILS = sql.raw('drop trigger delay_mails on outbox; update outbox set due_at = now()');
/** Keeps the killed instance's mails claimed until they are counted. The other instance deletes its own when sent. */
const EXTEND_CLAIMS = sql`update ${outbox} set due_at = now() + interval '1 hour' where attempts > 0`;
const RELEASE_CLAIMS = sql`update ${outbox} set due_at = now()`;

/** Kills an instance that has just sent a mail. */
export async function killWhileSending(
  processes: Awaited<ReturnType<typeof openProcesses>>,
  mailServer: MailServer,
  count: number,
): Promise<KillResult> {
  const { db } = processes;
  await db.execute(DELAY_MAILS);
  let acknowledged = await queueMails(processes, Math.floor((count * 2) / 3));
  await db.execute(RELEASE_MAILS);
  const acceptedBefore = mailServer.accepted.length;
  const killing = until(async () => mailServer.accepted.length - acceptedBefore >= count / 4, 60_000).then(
    async () => {
      await processes.kill(mailServer.accepted.at(-1)?.from?.address === senderOf(0) ? 0 : 1);
      await db.execute(EXTEND_CLAIMS);
    },
  );
  acknowledged += await queueMails(processes, Math.ceil(count / 3));
  await killing;

  // The other instance has sent everything else, so the rest was claimed by the killed one.
  await waitUntilQuiet(mailServer);
  const claimed = new Set((await waitingMails(processes)).map(({ about }) => about.email));
  await db.execute(RELEASE_CLAIMS);
  await waitUntilSent(processes, 60_000);

  const { queuedCount, lost, duplicates, sentBy } = await countMails(processes, mailServer);
  const faults = [
    ...lost.map((email) => `no mail to ${email}`),
    ...duplicates.filter((email) => !claimed.has(email)).map((email) => `two mails to ${email}`),
    ...(claimed.size > MAX_IN_FLIGHT_PER_INSTANCE ? [`one instance had claimed ${claimed.size} mails`] : []),
    ...(queuedCount < acknowledged
      ? [`${acknowledged} reviews were acknowledged, but only ${queuedCount} are stored`]
      : []),
  ];
  return {
    attempts: queuedCount,
    faults,
    acknowledged,
    sentBy,
    inFlight: claimed.size,
    duplicates: duplicates.length,
  };
}

async function waitUntilQuiet({ accepted }: MailServer): Promise<void> {
  let [known, since] = [accepted.length, performance.now()];
  await until(async () => {
    if (accepted.length !== known) [known, since] = [accepted.length, performance.now()];
    return performance.now() - since > QUIET_MS;
  }, 120_000);
}
