import { sql } from 'drizzle-orm';
import type { Db, Sql } from './database';
import type { Log } from './log';

/** Tells every instance something on a channel when the caller's transaction commits; what is told stays under 8 kB. */
export async function notify(db: Db, channel: string, payload: unknown): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(payload)})`);
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
  close: () => void;
};

/**
 * What other instances and this one tell, on one connection of the process, made when somebody first follows. It comes
 * back by itself after a cut; what was told meanwhile is lost, so each follower is then told that it may have missed.
 */
export function openNotices(client: Sql, log: Log): Notices {
  const channels = new Map<string, Set<Follower>>();
  let isClosed = false;

  function listen(channel: string): Set<Follower> {
    const followers = new Set<Follower>();
    const told = (payload: string) => {
      const said = JSON.parse(payload);
      for (const follower of followers) follower.told(said);
    };
    const listening = () => {
      for (const follower of followers) follower.missed();
    };
    // The driver tries again until it listens; that the first time failed is all there is to tell.
    client.listen(channel, told, listening).catch((err) => {
      if (!isClosed) log.warn({ err, channel }, 'Cannot listen to the database yet.');
    });
    channels.set(channel, followers);
    return followers;
  }

  return {
    follow(channel, follower) {
      if (isClosed) {
        follower.closed();
        return () => {};
      }
      const followers = channels.get(channel) ?? listen(channel);
      followers.add(follower);
      return () => followers.delete(follower);
    },
    close() {
      isClosed = true;
      for (const followers of channels.values()) for (const follower of [...followers]) follower.closed();
    },
  };
}
