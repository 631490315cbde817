import type { Sql } from 'postgres';

/** Whether the database answers, for who has waited for it. */
export type Pulse = {
  /** It was found not to answer, and has not since: nobody need wait to be told so. */
  isAway: () => boolean;
  /** Asks now, with whoever else asks; known within {@link PATIENCE}. Connections found to be dead are dropped. */
  answers: () => Promise<boolean>;
  stop: () => void;
};

/** Milliseconds: for an answer, until a second way is tried, until it is asked again while it is away. */
const PATIENCE = 850;
const SECOND_WAY = 150;
const AGAIN = 200;
/** How long it holds that the database answered on a new connection: those are dear to one that is busy. */
const ANEW_HOLDS = 1000;
/** It was found by so many questions in a row not to answer: one may only have come to a bad moment. */
const MISSES = 2;
/** How often connections are looked at whose callers have gone away: they may hold something locked. */
const LOOK_EVERY = 2000;
/** How long a connection waits for an answer before it is asked whether the database knows of that. */
const WAITS_LONG = 700;

/** What the driver tells of a connection, by `db/patches`. */
type Connection = { pid: number | null; waits: number; drop: () => void };
type Pool = { connections: Connection[]; isIdle: (connection: Connection) => boolean };
const poolOf = (sql: Sql) => sql as unknown as Pool;

/** Ends a client without waiting for anything. */
export function discard(sql: Sql): void {
  for (const one of poolOf(sql).connections) one.drop();
  void sql.end({ timeout: 0 });
}

/**
 * The first of the pools is asked, and when it says nothing soon, or one of its connections has waited long, the database
 * on a new connection: it knows what is at work. What waits for an answer without being at work waits for ever, since the
 * connection was cut and nobody said so (postgres.js, issues 1089 and 1193), and those that rest are not to be trusted then.
 */
export function takePulse(pools: [Sql, ...Sql[]], scout: () => Sql): Pulse {
  const [pool] = pools;
  const all = pools.map(poolOf);
  let isAway = false;
  let misses = 0;
  let answeredAnew = Number.NEGATIVE_INFINITY;
  let judged = new Set<Connection>();
  let isStopped = false;
  let asked: Promise<boolean> | undefined;
  let pooled: Promise<boolean> | undefined;

  const waiting = () =>
    all.flatMap(({ connections }) => connections).filter((one) => one.waits >= WAITS_LONG);

  /** One question waits in the pool at a time, however long. */
  const askPool = () =>
    (pooled ??= pool`select 1`.then(isTrue, isFalse).finally(() => {
      pooled = undefined;
    }));

  async function askAnew(): Promise<boolean> {
    const isKnown = performance.now() - answeredAnew < ANEW_HOLDS;
    if (isKnown && waiting().every((one) => judged.has(one))) return true;
    const sql = scout();
    const own = poolOf(sql).connections[0];
    const patience = setTimeout(() => own?.drop(), PATIENCE);
    try {
      const suspects = new Map(waiting().map((one) => [one, one.pid]));
      // Who waits for us, but for a file, is done with all that it got.
      const atWork = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where pid = pg_backend_pid()
        or (wait_event is distinct from 'ClientRead' or query ~* '^\\s*copy'
            or state_change > clock_timestamp() - interval '800 ms')
           and pid = any (string_to_array(${[...suspects.values()].join(',')}, ',', '')::int[])`;
      answeredAnew = performance.now();
      judged = new Set(suspects.keys());
      await turn();
      const pids = new Set(atWork.map(({ pid }) => pid));
      // A pooler in between has numbers of its own: nothing is known of ours then.
      if (!pids.has(own?.pid ?? 0)) return true;
      const dead = waiting().filter((one) => suspects.has(one) && !pids.has(suspects.get(one) ?? 0));
      if (dead.length === 0) return true;
      const dropped = dead.map((one) => suspects.get(one));
      drop(dead);
      // What they hold locked would stay so, for nobody tells the server either.
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid = any (string_to_array(${dropped.join(',')}, ',', '')::int[])
          and application_name = current_setting('application_name')`;
      return true;
    } catch (error) {
      // Refused because all that it may have are taken: it is there.
      if ((error as { code?: unknown }).code !== TOO_MANY) return false;
      answeredAnew = performance.now();
      judged = new Set(waiting());
      return true;
    } finally {
      clearTimeout(patience);
      discard(sql);
    }
  }

  function drop(dead: Connection[]): void {
    const resting = all.flatMap(({ connections, isIdle }) => connections.filter(isIdle));
    for (const one of [...dead, ...resting]) one.drop();
  }

  async function ask(): Promise<boolean> {
    const inPool = askPool();
    const isSoon = await Promise.race([inPool, Bun.sleep(SECOND_WAY).then(isFalse)]);
    if (isSoon && waiting().length === 0) return found(true, false);
    const anew = askAnew();
    // A process that was itself held up has the answer, but not looked at it yet.
    const late = Bun.sleep(PATIENCE - SECOND_WAY)
      .then(turn)
      .then(isFalse);
    const byItself = await Promise.race([anew, late]);
    // Those that the first question came to may have been dropped: the rest of the pool is as good as new.
    const byPool = byItself ? inPool.then((isAnswer) => isAnswer || askPool()) : inPool;
    return found(await Promise.race([byPool, late]), !byItself);
  }

  /** One whose pool does not answer, but itself does, has only too much to do. */
  function found(isAnswer: boolean, isGone: boolean): boolean {
    const isFirst = misses === 0;
    misses = !isAnswer && isGone ? misses + 1 : 0;
    isAway = misses >= MISSES;
    if (misses > 0 && isFirst) void waitForIt();
    return isAnswer;
  }

  const answers = () =>
    (asked ??= ask().finally(() => {
      asked = undefined;
    }));

  async function waitForIt(): Promise<void> {
    while (misses > 0 && !isStopped) {
      await Bun.sleep(isAway ? AGAIN : 0);
      await answers();
    }
  }

  const looking = setInterval(() => {
    if (waiting().length > 0) void answers();
  }, LOOK_EVERY);
  looking.unref();

  return {
    isAway: () => isAway,
    answers,
    stop: () => {
      isStopped = true;
      clearInterval(looking);
    },
  };
}

/** What PostgreSQL says when it has no connection left to give. */
const TOO_MANY = '53300';

const isTrue = () => true;
const isFalse = () => false;
/** What has come over the network meanwhile is read first. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
