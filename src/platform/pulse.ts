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
const PATIENCE = 700;
const SECOND_WAY = 150;
const AGAIN = 200;
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
    const sql = scout();
    const own = poolOf(sql).connections[0];
    const patience = setTimeout(() => own?.drop(), PATIENCE);
    try {
      const suspects = new Map(waiting().map((one) => [one, one.pid]));
      const atWork = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where pid = pg_backend_pid()
        or (state <> 'idle' and state <> 'idle in transaction' or state_change > clock_timestamp() - interval '500 ms')
           and pid = any (string_to_array(${[...suspects.values()].join(',')}, ',', '')::int[])`;
      await turn();
      const pids = new Set(atWork.map(({ pid }) => pid));
      // A pooler in between has numbers of its own: nothing is known of ours then.
      if (pids.has(own?.pid ?? 0)) dropDead((one) => suspects.has(one) && !pids.has(suspects.get(one) ?? 0));
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(patience);
      discard(sql);
    }
  }

  function dropDead(isSuspect: (one: Connection) => boolean): void {
    const dead = waiting().filter(isSuspect);
    if (dead.length === 0) return;
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
    const [byPool, byItself] = await Promise.all([Promise.race([inPool, late]), Promise.race([anew, late])]);
    return found(byPool, !byItself);
  }

  /** One whose pool does not answer, but itself does, has only too much to do. */
  function found(isAnswer: boolean, isGone: boolean): boolean {
    const wasAway = isAway;
    isAway = !isAnswer && isGone;
    if (isAway && !wasAway) void waitForIt();
    return isAnswer;
  }

  const answers = () =>
    (asked ??= ask().finally(() => {
      asked = undefined;
    }));

  async function waitForIt(): Promise<void> {
    while (isAway && !isStopped) {
      await Bun.sleep(AGAIN);
      await answers();
    }
  }

  return {
    isAway: () => isAway,
    answers,
    stop: () => {
      isStopped = true;
    },
  };
}

const isTrue = () => true;
const isFalse = () => false;
/** What has come over the network meanwhile is read first. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
