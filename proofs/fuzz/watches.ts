import * as table from '#db/schema/index.ts';
import { confirmLink, endLink, manageLink, matchLink } from '#src/features/watches/links/service.ts';
import type { Database } from '#src/platform/database.ts';
import { signStopLink } from '#src/platform/mail/unconfirmed.ts';

/** Of the fuzzed products, so that the world can sign the links of watches. */
export const SECRET_KEY = 'a-key-of-the-fuzzed-products-only';
const CONFIG = { secretKey: SECRET_KEY, dataDir: '' };

type World = {
  count: number;
  member: { id: string };
  eventIds: readonly string[];
  ownAds: readonly { id: string; user_id: string }[];
  emailOf: (n: number) => string;
};

/** Watches of visitors with their links, watches of the calling member, and requests that wait to be confirmed. */
export async function addWatches(
  { db }: Pick<Database, 'db'>,
  { count, member, eventIds, ownAds, emailOf }: World,
): Promise<Record<string, string[]>> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const newId = () => Bun.randomUUIDv7();
  const watchers = numbers.map((n) => ({ id: newId(), email: emailOf(n), last_number: 1 }));
  const own = { id: newId(), user_id: member.id, last_number: count };
  await db.insert(table.watchers).values(watchers);
  await db.insert(table.watchers).values(own);
  const watchOf = (watcher_id: string, n: number, number: number) => ({
    ...{ id: newId(), watcher_id, number, event_id: eventIds[n % eventIds.length] ?? null },
    ...{ kind: 'event' as const, cadence: 'daily' as const },
  });
  const watches = watchers.map(({ id }, n) => watchOf(id, n, 1));
  const ownWatches = numbers.map((n) => watchOf(own.id, n, n + 1));
  await db.insert(table.watches).values([...watches, ...ownWatches]);
  const requests = numbers.map((n) => ({
    ...{ id: newId(), email: emailOf(n), cadence: 'weekly' as const },
    target: JSON.stringify({
      ...{ kind: 'search', query: `q=${n}`, event_id: null, series_id: null },
      ...{ distance: null, min_price: null, max_price: null },
    }),
  }));
  await db.insert(table.watchRequests).values(requests);
  return {
    watch: watches.map(({ id }) => id),
    own_watch: ownWatches.map(({ id }) => id),
    watch_manage_token: await Promise.all(watchers.map(({ id }) => manageLink.sign(CONFIG, id))),
    mail_stop_token: await Promise.all(
      watchers.map((_, index) => signStopLink(CONFIG, index.toString(16).padStart(64, '0'))),
    ),
    watch_end_token: await Promise.all(watchers.map(({ id }) => endLink.sign(CONFIG, id, [1]))),
    watch_confirm_token: await Promise.all(requests.map(({ id }) => confirmLink.sign(CONFIG, id))),
    watch_match_token: await Promise.all(
      ownAds.map(({ id, user_id }) => matchLink.sign(CONFIG, user_id, id)),
    ),
  };
}
