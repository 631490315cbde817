import { sql } from 'drizzle-orm';
import type { Database } from '#src/platform/database.ts';

/**
 * Makes background work due again and again, and writes as members do: in several tables, in other orders than the
 * import. `stop` returns how many writes there were.
 */
export function keepBusy({ longRunning: db }: Database, urls: readonly string[]) {
  let isStopped = false;
  let writes = 0;
  const forever = async (pauseMs: number, work: () => Promise<unknown>) => {
    while (!isStopped) {
      // The import may be in the way, which is not what is tested.
      await work().then(
        () => writes++,
        () => {},
      );
      await Bun.sleep(pauseMs);
    }
  };
  const running = [
    // For the geocoder, the links, the watches and the history.
    forever(20, () =>
      db.transaction(async (tx) => {
        await tx.execute(
          sql`update watchers set paused_until = null where id in (select id from watchers limit 5)`,
        );
        await tx.execute(sql`update events set geocode_due = now(), status_note = random()::text
          where id in (select id from events order by random() limit 20)`);
      }),
    ),
    forever(30, () =>
      db.execute(sql`update link_checks set due_at = now(), claimed_until = null
        where id in (select id from link_checks order by random() limit 5)`),
    ),
    forever(50, () => db.execute(sql`update sources set due_at = now()`)),
    // An account before what belongs to it, as deletions and logins lock them.
    forever(15, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select from marketplace_users order by random() limit 3 for update`);
        await tx.execute(sql`update announcements set renewed_at = now()
          where id in (select id from announcements order by random() limit 3)`);
        await Bun.sleep(20);
        await tx.execute(sql`update banners set title = title`);
      }),
    ),
    forever(15, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update banners set title = title`);
        await Bun.sleep(20);
        await tx.execute(sql`select from marketplace_users order by random() limit 3 for update`);
      }),
    ),
    ...urls.map((url) =>
      forever(10, () => fetch(`${url}/api/events`).then((response) => response.arrayBuffer())),
    ),
  ];
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return writes;
    },
  };
}
