// A simulated month: random changes, two instances that are killed, and a mail server that fails.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endAllWatches } from '#src/features/watches/service.ts';
import type { Sql } from '#src/platform/database.ts';
import { addDaysTo, atHour, dayInStockholm, hourInStockholm } from '#src/shared/dates.ts';
import { testApp } from '#tests/support/app.ts';
import { temporaryDir, until } from '#tests/support/process.ts';
import { type MailBehavior, smtpServer } from '#tests/support/smtp.ts';
import { CHANGES, findOwner } from './changes.ts';
import { type Heard, hearingOf } from './hearing.ts';
import { Model } from './model.ts';
import { randomFrom } from './random.ts';
import { verdictOf } from './verdict.ts';
import { makeWorld, type World } from './world.ts';

/** With a change to summer time. */
const FIRST_DAY = '2027-03-08';
const DAYS = 30;
/** Until every pause is over, and the digest after it was sent. */
const QUIET_DAYS = 39;
const SECRET_KEY = 'a-key-that-both-instances-and-the-test-know';
const SETTLE_LIMIT_MS = 120_000;
const RACES = 60;

export type MonthOptions = {
  addresses: number;
  changes: number;
  kills: number;
  seed: number;
  /** Removes a safeguard. */
  prepare?: (sql: Sql) => Promise<unknown>;
};

export type Month = Awaited<ReturnType<typeof simulateMonth>>;

export async function simulateMonth({ addresses, changes, kills, seed, prepare }: MonthOptions) {
  const startedAt = performance.now();
  const random = randomFrom(seed);
  let now = atHour(FIRST_DAY, 9);
  const dir = temporaryDir();
  const clock = join(dir.path, 'clock');
  const setClock = (to: Date) => {
    now = to;
    writeFileSync(`${clock}.new`, to.toISOString());
    renameSync(`${clock}.new`, clock);
  };
  setClock(now);
  // With a generator of its own, because the number of its calls varies.
  const smtp = smtpServer(faultyServer(randomFrom(seed)));
  await smtp.open();
  const app = await testApp({ now: () => now, environment: { SECRET_KEY } });
  const { sql } = app;
  const model = new Model();
  const world: World = { app, model, random, firstDay: FIRST_DAY, seriesIds: [], memberIds: [] };
  await makeWorld(world, { addresses, races: RACES });
  await prepare?.(sql);

  const startInstance = () =>
    Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, '../../tests/support/watch-worker.ts'),
        JSON.stringify(app.target),
        app.url,
        clock,
      ],
      {
        env: { ...process.env, SMTP_URL: smtp.url(), SECRET_KEY, DATA_DIR: dir.path },
        stdout: 'inherit',
        stderr: 'inherit',
      },
    );
  const instances = [startInstance(), startInstance()];
  const killInstance = async (index: number) => {
    instances[index]?.kill('SIGKILL');
    await instances[index]?.exited;
    instances[index] = startInstance();
  };

  const heard: Heard[] = [];
  const unsubscribed = new Map<string, number>();
  let mails = 0;
  let killed = 0;
  const settle = async () => {
    await until(() => isSettled(sql, now), SETTLE_LIMIT_MS, 10);
    for (const mail of smtp.accepted.splice(0)) {
      mails++;
      heard.push(hearingOf(mail, now.getTime()));
    }
  };
  /** Sometimes kills an instance while it works. */
  const settleAndKill = async () => {
    if (killed < kills && random.chance((2 * kills) / changes)) {
      killed++;
      await Bun.sleep(random.integer(0, 60));
      await killInstance(killed % 2);
    }
    await settle();
    model.tick(now.getTime());
  };
  const unsubscribe = async () => {
    const watching = [...model.addresses.values()].filter(({ latest }) => latest);
    if (watching.length === 0) return false;
    const address = random.pick(watching);
    const latest = heard.findLast(({ email }) => email === address.email);
    if (!latest) return false;
    const response = await fetch(latest.unsubscribeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
    });
    if (response.status !== 200) throw new Error(`Unsubscribing failed: ${response.status}`);
    model.unsubscribe(address);
    if (random.chance(0.5)) {
      await endAllWatches(app.context, await findOwner(world, address));
      address.watches = [];
    }
    const { watches, userId, hasAlerts } = address;
    if (watches.length === 0 && (userId === null || !hasAlerts))
      unsubscribed.set(address.email, now.getTime());
  };

  let changed = 0;
  try {
    for (let day = FIRST_DAY; day < addDaysTo(FIRST_DAY, DAYS + QUIET_DAYS); day = addDaysTo(day, 1)) {
      const isQuiet = changed >= changes || day >= addDaysTo(FIRST_DAY, DAYS);
      const changesToday = isQuiet ? 0 : Math.ceil((changes - changed) / daysLeft(day));
      for (const { at, isBusy } of instantsOf(day, random, changesToday)) {
        if (at <= now) continue;
        setClock(at);
        await settleAndKill();
        for (let tries = 0; isBusy && tries < 10; tries++) {
          const change = random.chance(0.12) ? unsubscribe : CHANGES[random.pick(Object.keys(CHANGES))];
          if ((await change?.(world)) === false) continue;
          changed++;
          await settleAndKill();
          break;
        }
      }
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const { behaviorCounts } = smtp;
    const watches = [...model.addresses.values()].flatMap((address) => address.watches).length;
    return {
      ...verdictOf({ expected: model.expected, heard, unsubscribed }),
      ...{ addresses, watches, changed, killed, mails, left: unsubscribed.size, behaviorCounts, seconds },
    };
  } finally {
    for (const instance of instances) instance.kill('SIGKILL');
    await Promise.all(instances.map(({ exited }) => exited));
    await app.stop();
    await smtp.close();
    dir.remove();
  }
}

const daysLeft = (day: string) => {
  let count = 0;
  for (let one = day; one < addDaysTo(FIRST_DAY, DAYS); one = addDaysTo(one, 1)) count++;
  return Math.max(1, count);
};

type Instant = { at: Date; isBusy: boolean };

/** Nothing changes until the mails of the morning are out. */
function instantsOf(day: string, random: ReturnType<typeof randomFrom>, changes: number): Instant[] {
  const at = (hour: number, minute: number) => new Date(atHour(day, hour).getTime() + minute * 60_000);
  const quiet = [at(7, 0), at(7, 30), at(8, 0)].map((at) => ({ at, isBusy: false }));
  const busy: Instant[] = [];
  while (busy.length < changes) {
    const previous = busy.at(-1)?.at;
    // Some follow another soon.
    const isSoon = previous && random.chance(0.5);
    const hour = random.chance(0.15) ? random.integer(21, 22) : random.integer(8, 20);
    busy.push({
      at: isSoon
        ? new Date(previous.getTime() + random.integer(1, 20) * 60_000)
        : at(hour, random.integer(1, 59)),
      isBusy: true,
    });
  }
  const idle = [
    { at: at(12, 30), isBusy: false },
    { at: at(20, 59), isBusy: false },
  ];
  return [...quiet, ...busy, ...idle].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** What an instance has claimed is due within three seconds, so later mails wait for a retry or for the morning. */
async function isSettled(sql: Sql, now: Date): Promise<boolean> {
  await sql`update watch_changes set changed_at = now() where changed_at > now()`;
  await sql`update outbox set due_at = now() where due_at > now() + interval '3.2 seconds' and failed_at is null`;
  const hour = hourInStockholm(now);
  const isMailTime = hour >= 7 && hour < 21;
  const [row] = await sql<{ changes: number; news: number; mails: number; is_announced: boolean }[]>`
    select (select count(*)::int from watch_changes) as changes,
      (select count(*)::int from watch_news where mail_id is null and due_at <= ${now.toISOString()}) as news,
      (select count(*)::int from outbox where failed_at is null) as mails,
      exists (select from watch_days where day = ${dayInStockholm(now)}) as is_announced`;
  if (!row || row.changes > 0) return false;
  return !isMailTime || (row.is_announced && row.news === 0 && row.mails === 0);
}

const FAULTS: MailBehavior[] = [
  'refuse-receiver-450',
  'drop-before-accepting',
  'drop-after-accepting',
  'refuse-data-452',
];

/** Each recipient suffers at most two faults in a row. */
function faultyServer(random: ReturnType<typeof randomFrom>) {
  const faults = new Map<string, number>();
  return (recipient?: string): MailBehavior => {
    if (!recipient) return random.chance(0.01) ? 'refuse-sender-451' : 'accept';
    const count = faults.get(recipient) ?? 0;
    const isFault = count < 2 && random.chance(0.1);
    faults.set(recipient, isFault ? count + 1 : 0);
    if (!isFault) return 'accept';
    return random.chance(0.03) ? 'hang' : random.pick(FAULTS);
  };
}
