// The cost of matching a change with the watches, and of composing the digests of many addresses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchChanges } from '#src/features/watches/matching/service.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import { createLog } from '#src/platform/log.ts';
import { atHour } from '#src/shared/dates.ts';
import { readBenchArguments } from './support/arguments.ts';
import { ROOT, temporaryDir } from './support/child.ts';
import { atEnd, runBench } from './support/ending.ts';
import { atMost, formatNumber, median, spread } from './support/figures.ts';
import { startPostgres } from './support/postgres.ts';
import { type Row, report } from './support/report.ts';
import { CHANGE_KINDS } from './support/watch-changes.ts';
import { DISTRIBUTION, fillWatches, openCalendar, type WatchWorld } from './support/watch-world.ts';

const HELP = `bun run bench watches [--rounds N] [--write FILE]

Matches changed events and new ads with 1,000, 10,000 and 100,000 watches, and changes with 10, 100 and 1,000 watchers. Then one
and two instances compose a digest for each of 100,000 addresses. With QUICK=1 in the environment, all sizes but that of the calendar are a tenth.
`;

const scale = process.env.QUICK ? 0.1 : 1;
const SIZES = [1000, 10_000, 100_000].map((size) => size * scale);
const EVENTS = 5000;
const WATCHERS = [10, 100, 1000];
const DIGESTS = 100_000 * scale;
const NEWS_OF_A_DIGEST = 3;
const TARGET = { matchMs: 50, minutes: 10, megabytes: 200 };
/** Races of the benchmark are on later days. */
const MORNING = atHour('2026-11-30', 7);

const log = createLog('warn');
const parameters = readBenchArguments(HELP, { rounds: 25 });
await runBench(async () => {
  const postgres = await startPostgres();
  const world = await openCalendar(postgres, 'watches', EVENTS);
  const matching: Row[] = [];
  const growth: Row[] = WATCHERS.map((watchers) => ({ watchers: formatNumber(watchers) }));
  for (const size of SIZES) {
    console.error(`${size} watches`);
    await fillWatches(world, size);
    matching.push(...(await measureChanges(world, size)));
    for (const [index, watchers] of WATCHERS.entries())
      Object.assign(growth[index] ?? {}, {
        [`ms at ${formatNumber(size)} watches`]: formatNumber(await measureWatchers(world, watchers)),
      });
  }
  const digests = [await composeDigests(world, 1), await composeDigests(world, 2)];
  await report(
    {
      name: 'watches',
      method: [
        `${formatNumber(EVENTS)} races. Watches: ${DISTRIBUTION}; an address has two or three. Of each kind of change ${parameters.rounds}, from when it is ` +
          'taken from the queue until its news is committed. `rows` are the addresses that a change is news for.',
        `The same, for a race that only so many addresses watch, and no search finds: the time follows the addresses, not the watches.`,
        `Digests: ${formatNumber(DIGESTS)} addresses with ${NEWS_OF_A_DIGEST} news each, queued, composed and rendered as in the product; the transport discards ` +
          'them. Memory is the peak of the larger process (VmHWM), without PostgreSQL.',
      ],
      tables: [matching, growth, digests],
    },
    parameters.write,
  );
});

async function timeMatching({ database }: WatchWorld): Promise<number> {
  const start = performance.now();
  await matchChanges({ database, log, now: () => MORNING } as BackgroundContext);
  return performance.now() - start;
}

async function measureChanges(world: WatchWorld, size: number): Promise<Row[]> {
  const { sql } = world.database;
  const rows: Row[] = [];
  for (const { name, change } of CHANGE_KINDS) {
    const times: number[] = [];
    const counts: number[] = [];
    for (let round = -2; round < parameters.rounds; round++) {
      await change(sql);
      const ms = await timeMatching(world);
      const { count } = await sql`delete from watch_news`;
      // The first ones fill caches.
      if (round >= 0) {
        times.push(ms);
        counts.push(count);
      }
    }
    const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    rows.push({
      watches: formatNumber(size),
      change: name,
      'median ms': formatNumber(median(times)),
      '95 %': formatNumber(slow),
      rows: `${formatNumber(median(counts))} (${spread(counts)})`,
      target:
        size === SIZES.at(-1) ? atMost(TARGET.matchMs, median(times), (ms) => `${formatNumber(ms)} ms`) : '',
    });
  }
  return rows;
}

/** Of a moved race that no search finds. */
async function measureWatchers(world: WatchWorld, watchers: number): Promise<number> {
  const { sql } = world.database;
  const id = Bun.randomUUIDv7();
  await sql`insert into events (id, event_name, event_date, sport_type, distances) values (${id}, 'Zzz', '2027-06-01', 'OCR', '{1 km}')`;
  // Searches for a sport, or for a place that is unknown, which find every race.
  await sql`delete from watched_searches where key in ('|OCR|', '||')`;
  await sql`insert into watchers (id, email) select gen_random_uuid(), 'ensam' || n || '@exempel.se' from generate_series(1, ${watchers}) n`;
  await sql`insert into watches (id, watcher_id, number, kind, event_id, cadence)
    select gen_random_uuid(), id, 1, 'event', ${id}, 'direct' from watchers where email like 'ensam%'`;
  await timeMatching(world);
  const times: number[] = [];
  for (let round = -2; round < parameters.rounds; round++) {
    await sql`update events set event_date = event_date + 1 where id = ${id}`;
    const ms = await timeMatching(world);
    if (round >= 0) times.push(ms);
  }
  const { count } = await sql`select distinct watcher_id from watch_news`;
  if (count !== watchers) throw new Error(`${count} addresses heard of a race with ${watchers} watchers.`);
  await sql`delete from watch_news`;
  await sql`delete from events where id = ${id}`;
  await sql`delete from watchers where email like 'ensam%'`;
  return median(times);
}

async function composeDigests({ bulk: sql, target }: WatchWorld, instances: number): Promise<Row> {
  console.error(`digests with ${instances} instances`);
  await sql`truncate outbox, watch_news`;
  await sql`delete from watchers`;
  await sql`insert into watchers (id, email, last_number)
    select gen_random_uuid(), 'adress' || n || '@exempel.se', 1 from generate_series(1, ${DIGESTS}) n`;
  await sql`insert into watches (id, watcher_id, number, kind, query, cadence)
    select gen_random_uuid(), id, 1, 'search', 'landskap=Dalarna', 'daily' from watchers`;
  await sql`
    insert into watch_news (watcher_id, subject, subject_id, change, numbers, due_at)
    select w.id, 'event', e.id, 'new', '{1}', ${MORNING.toISOString()}
    from (select id, row_number() over () as n from watchers) w
    join (select id, row_number() over () as n from events where event_date > '2026-12-31' and status = 'scheduled' limit 1000) e
      on e.n = any(array[1 + w.n % 900, 2 + w.n % 900, 3 + w.n % 900])`;
  await sql`analyze`;
  const dir = temporaryDir();
  const files = Array.from({ length: instances }, (_, index) => join(dir, `sent-${index}`));
  const start = performance.now();
  const children = files.map((file) =>
    Bun.spawn(
      [
        process.execPath,
        join(ROOT, 'bench/support/discard-mails.ts'),
        JSON.stringify(target),
        file,
        MORNING.toISOString(),
      ],
      {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dir, SECRET_KEY: 'a-key-that-only-this-benchmark-uses' },
        stdout: 'inherit',
        stderr: 'inherit',
      },
    ),
  );
  atEnd(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  let peak = 0;
  for (;;) {
    for (const { pid } of children) peak = Math.max(peak, peakMemoryOf(pid));
    const [row] =
      await sql`select exists (select from watch_news where mail_id is null) or exists (select from outbox) as is_busy`;
    if (!row?.is_busy) break;
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('An instance ended.');
    await Bun.sleep(500);
  }
  const minutes = (performance.now() - start) / 60_000;
  await Bun.sleep(500);
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  const addresses = new Set(lines.map((line) => line.split(' ')[0]));
  if (addresses.size !== DIGESTS) throw new Error(`${addresses.size} of ${DIGESTS} addresses got a digest.`);
  return {
    instances: String(instances),
    digests: formatNumber(addresses.size),
    twice: String(lines.length - addresses.size),
    minutes: formatNumber(minutes),
    'a second': formatNumber(DIGESTS / minutes / 60),
    'peak MB': formatNumber(peak),
    target: `${atMost(TARGET.minutes, minutes, (value) => `${formatNumber(value)} min`)}; ${atMost(TARGET.megabytes, peak, (value) => `${formatNumber(value)} MB`)}`,
  };
}

function peakMemoryOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
