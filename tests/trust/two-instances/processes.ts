import { sql } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import { doorsOf } from '../../support/app';
import { testDatabase } from '../../support/database';
import { startServer, temporaryDir, until } from '../../support/process';
import { isFull } from '../../support/proof';
import { countMails, orderMails, type Post, senderOf, untilSent, waiting } from './mails';
import { type Pair, patient, type Result } from './pair';

/** Two servers as `bun start` runs them, on one DATABASE_URL, with a data folder each and one mail server. */
export async function openProcesses(post: Post) {
  const { target, database, drop } = await testDatabase();
  if (!('socketDir' in target)) throw new Error('The tests reach their database over a socket.');
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
    /** Kills the second one without a word. */
    kill: async () => {
      servers[1]?.signal('SIGKILL');
      await servers[1]?.exited;
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

/** Mails ordered at both while both send, and one of them is killed in the middle. */
export async function tryKill(
  processes: Awaited<ReturnType<typeof openProcesses>>,
  post: Post,
  count: number,
): Promise<Killed> {
  let killing: Promise<void> | undefined;
  const before = post.accepted.length;
  const acknowledged = await orderMails(processes, count, async () => {
    // Both have begun to send, and much is still to be ordered.
    if (post.accepted.length - before >= count / 4) killing ??= processes.kill();
  });
  await (killing ?? processes.kill());

  // What the other does not touch is what the dead one had taken: it is free again when its hold runs out.
  await untilQuiet(post);
  const held = new Set((await waiting(processes)).map(({ about }) => about.email));
  if (!isFull) await processes.db.update(outbox).set({ due_at: sql`now()` as never });
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
