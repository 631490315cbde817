import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { Db, Sql } from './database';
import { withDeadline } from './deadline';
import type { Log } from './log';

/** Tells every instance things on a channel when the caller's transaction commits; each of them stays under 8 kB. */
export async function notify(db: Db, channel: string, ...payloads: unknown[]): Promise<void> {
  await db
    .select({ told: sql`pg_notify(${channel}, one::text)` })
    .from(sql`json_array_elements(${JSON.stringify(payloads)}::text::json) one`)
    .prepare('notify')
    .execute();
}

export type Follower = {
  told: (payload: unknown) => void;
  /** Nobody listened for a while: anything may have been told. */
  missed: () => void;
  /** The process closes: nothing more will come. */
  closed: () => void;
};

export type Notices = {
  /** Hears a channel from now on; answers how to stop. */
  follow: (channel: string, follower: Follower) => () => void;
  /**
   * Resolves when everything that was committed before and told on a followed channel has been heard here. Rejects when
   * nobody listens to it now.
   */
  heard: (channel: string) => Promise<void>;
  /** Whether what is committed now and told on a followed channel will be heard: false from when the connection is known to be lost. */
  isListening: () => boolean;
  close: () => void;
};

/** Milliseconds: how often the connection is tried, how long it has to answer, until another is made. */
const LOOK_EVERY = 1500;
const ANSWER_LIMIT = 1500;
const AGAIN = 250;
/** Who asks whether all is heard waits for a reader. */
const HEARD_LIMIT = 700;

/**
 * Listens on one connection of the process, opened when somebody first follows. A cut or silent connection is replaced;
 * each follower then gets `missed`, because notifications may be lost.
 */
export function openNotices(client: Sql, log: Log): Notices {
  const channels = new Map<string, Set<Follower>>();
  let isClosed = false;
  let isLost = false;
  let connection: Sql | undefined;
  /** The channels that are listened to on that connection. */
  let heard = new Set<string>();
  let wake = () => {};

  const told = (channel: string, payload: string) => {
    let said: unknown;
    try {
      said = JSON.parse(payload);
    } catch {
      // Not one of ours.
      return missed(channel);
    }
    for (const follower of channels.get(channel) ?? []) follower.told(said);
  };
  const missed = (channel: string) => {
    for (const follower of channels.get(channel) ?? []) follower.missed();
  };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, milliseconds);
    });

  const listen = (sql: Sql, channel: string) => withDeadline(sql`listen ${sql(channel)}`, ANSWER_LIMIT);

  async function keepListening(): Promise<void> {
    for (; !isClosed; await pause(AGAIN)) {
      let isCut = false;
      const sql = postgres({
        ...client.options,
        max: 1,
        idle_timeout: null,
        max_lifetime: null,
        fetch_types: false,
        onnotify: told,
        onclose: () => {
          isCut = true;
          heard = new Set();
          wake();
        },
      } as unknown as postgres.Options<Record<string, never>>);
      connection = sql;
      try {
        heard = new Set();
        for (; !isCut && !isClosed; await pause(LOOK_EVERY)) {
          // All of them: one that came later may not have been listened to in time.
          const known = [...channels.keys()];
          await Promise.all(known.map((channel) => listen(sql, channel)));
          isLost = false;
          for (const channel of known.filter((one) => !heard.has(one))) {
            heard.add(channel);
            missed(channel);
          }
        }
      } catch (err) {
        if (!isLost && !isClosed)
          log.warn({ err }, 'The database tells us nothing; it is tried again and again.');
        isLost = true;
      }
      heard = new Set();
      void sql.end({ timeout: 0 });
    }
  }

  return {
    follow(channel, follower) {
      if (isClosed) {
        follower.closed();
        return () => {};
      }
      const isFirst = channels.size === 0;
      const followers = channels.get(channel);
      if (followers) followers.add(follower);
      else {
        channels.set(channel, new Set([follower]));
        if (isFirst) void keepListening();
        else if (connection) {
          const now = heard;
          listen(connection, channel).then(
            () => {
              now.add(channel);
              missed(channel);
            },
            // It is tried again with the others.
            () => {},
          );
        }
      }
      return () => channels.get(channel)?.delete(follower);
    },
    async heard(channel) {
      const sql = connection;
      if (isClosed || !sql || !heard.has(channel)) throw new Error('Nobody listens.');
      // A session is given what was told before it is answered.
      await withDeadline(sql`select`, HEARD_LIMIT);
      if (connection !== sql || !heard.has(channel)) throw new Error('Nobody listens.');
    },
    isListening: () => !isClosed && [...channels.keys()].every((channel) => heard.has(channel)),
    close() {
      isClosed = true;
      wake();
      for (const followers of channels.values()) for (const follower of [...followers]) follower.closed();
    },
  };
}
