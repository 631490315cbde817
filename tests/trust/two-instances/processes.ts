import { sql } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import { doorsOf } from '../../support/app';
import type { OwnPostgres } from '../../support/own-postgres';
import { startServer, temporaryDir, until } from '../../support/process';
import { countMails, orderMails, type Post, senderOf, untilSent, waiting } from './mails';
import { type Pair, patient, type Result } from './pair';

/** Two servers as `bun start` runs them, on one DATABASE_URL, with a data folder each and one mail server. */
export async function openProcesses(postgres: OwnPostgres, post: Post) {
  const { target, database, drop } = await postgres.open();
  const folders = [temporaryDir(), temporaryDir()];
  const servers = await Promise.all(
    folders.map(({ path }, place) =>
      startServer(path, {
        // The driver takes from the environment what an address cannot say: the folder of a socket.
        DATABASE_URL: `postgres:///${target.database}`,
        PGHOST: target.socketDir,
        PGUSER: 'postgres',
        SMTP_URL: post.url(),
        MAIL_FROM: senderOf(place),
      }),
    ),
  );
  const [one, other] = servers.map(({ url }) => doorsOf(url));
  if (!one || !other) throw new Error('Two servers were to start.');
  const pair: Pair = {
    instances: [patient(one), patient(other)],
    db: database.db,
    context: { database, now: () => new Date() },
  };
  return {
    ...pair,
    /** Kills that one without a word. */
    kill: async (place: number) => {
      servers[place]?.signal('SIGKILL');
      await servers[place]?.exited;
    },
    close: async () => {
      for (const server of servers) server.signal('SIGTERM');
      await Promise.all(servers.map(({ exited }) => exited));
      await drop();
      for (const folder of folders) folder.remove();
    },
  };
}

type Killed = Result & { acknowledged: number; sentBy: number[]; inFlight: number; twice: number };

/** As many as one instance has on their way at a time. */
const IN_FLIGHT_MOST = 4;
/** Milliseconds: longer than a worker rests that found nothing. */
const QUIET = 2000;

/** Mails wait until all of these are due at once: then there is a crowd of them when one is killed. */
const HOLD_BACK = sql.raw(`
  create function hold_back() returns trigger language plpgsql as
    $$ begin new.due_at := now() + interval '1 hour'; return new; end $$;
  create trigger hold_back before insert on outbox for each row execute function hold_back()`);
const LET_GO = sql.raw('drop trigger hold_back on outbox; update outbox set due_at = now()');
/** Keeps the dead instance's mails claimed until they are counted. The live one still deletes its own when sent. */
const EXTEND_CLAIMS = sql`update ${outbox} set due_at = now() + interval '1 hour' where attempts > 0`;
const RELEASE_CLAIMS = sql`update ${outbox} set due_at = now()`;

/** Mails ordered at both while both send; the one that has just sent one is killed in the middle. */
export async function tryKill(
  processes: Awaited<ReturnType<typeof openProcesses>>,
  post: Post,
  count: number,
): Promise<Killed> {
  const { db } = processes;
  await db.execute(HOLD_BACK);
  let acknowledged = await orderMails(processes, Math.floor((count * 2) / 3));
  await db.execute(LET_GO);
  const before = post.accepted.length;
  const killing = until(async () => post.accepted.length - before >= count / 4, 60_000).then(async () => {
    await processes.kill(post.accepted.at(-1)?.from?.address === senderOf(0) ? 0 : 1);
    await db.execute(EXTEND_CLAIMS);
  });
  acknowledged += await orderMails(processes, Math.ceil(count / 3));
  await killing;

  // The live instance has sent everything else, so what is left was claimed by the dead one.
  await untilQuiet(post);
  const held = new Set((await waiting(processes)).map(({ about }) => about.email));
  await db.execute(RELEASE_CLAIMS);
  await untilSent(processes, 60_000);

  const { decided, lost, twice, sentBy } = await countMails(processes, post);
  const faults = [
    ...lost.map((email) => `no mail to ${email}`),
    ...twice.filter((email) => !held.has(email)).map((email) => `two mails to ${email}`),
    ...(held.size > IN_FLIGHT_MOST ? [`${held.size} mails were held by one instance`] : []),
    ...(decided < acknowledged ? [`${decided} decisions are stored of ${acknowledged}`] : []),
  ];
  return { tried: decided, faults, acknowledged, sentBy, inFlight: held.size, twice: twice.length };
}

/** Returns when no mail has come for a while. */
async function untilQuiet({ accepted }: Post): Promise<void> {
  let [known, since] = [accepted.length, performance.now()];
  await until(async () => {
    if (accepted.length !== known) [known, since] = [accepted.length, performance.now()];
    return performance.now() - since > QUIET;
  }, 120_000);
}
