/** One address counts once for an event in this time. */
const REPEAT_MS = 30 * 60_000;
/** Nobody looks at more races in that time. */
const EVENTS_PER_ADDRESS = 300;
/** Many people may share a network. */
const EVENTS_PER_NETWORK = 3000;
/** Some megabytes. Beyond it, the oldest are forgotten. */
const SEEN_MAX = 50_000;
/** Beyond it, nothing is counted until the next storing. */
const PENDING_MAX = 20_000;

export type DayViews = { event_id: string; day: string; views: number };

const BOT =
  /bot\b|bot[/_;-]|crawl|spider|slurp|preview|scan|monitor|fetch|lighthouse|headless|python|curl|wget|java\/|http-?client|facebookexternalhit/i;

export const isBot = (userAgent: string | undefined): boolean => !userAgent || BOT.test(userAgent);

/** `network` is the wide network of the address. */
type View = { eventId: string; address: string; network: string; day: string; nowMs: number };

/**
 * Counts page views in memory until they are stored. Addresses are kept for half an hour, in memory only, so that
 * nobody counts twice by reloading a page.
 */
export function createViewCounter() {
  const seen = new Map<string, { clients: readonly string[]; at: number }>();
  /** By address and by network. */
  const eventsByClient = new Map<string, number>();
  let pending = new Map<string, number>();

  /** The oldest come first, because a repeated view does not renew the time. */
  function forgetWhile(isOver: (at: number) => boolean): void {
    for (const [key, { clients, at }] of seen) {
      if (!isOver(at)) return;
      seen.delete(key);
      for (const client of clients) {
        const left = (eventsByClient.get(client) ?? 1) - 1;
        if (left > 0) eventsByClient.set(client, left);
        else eventsByClient.delete(client);
      }
    }
  }

  const add = (key: string, views: number) => pending.set(key, (pending.get(key) ?? 0) + views);

  return {
    /** Returns whether it is counted. */
    count({ eventId, address, network, day, nowMs }: View): boolean {
      // Those that lie ahead are from a clock that was wrong.
      forgetWhile((at) => nowMs - at >= REPEAT_MS || at > nowMs);
      const seenKey = `${address} ${eventId}`;
      const key = `${eventId} ${day}`;
      const clients = [address, `network ${network}`];
      const [events = 0, eventsOfNetwork = 0] = clients.map((client) => eventsByClient.get(client));
      if (seen.has(seenKey) || events >= EVENTS_PER_ADDRESS || eventsOfNetwork >= EVENTS_PER_NETWORK)
        return false;
      if (pending.size >= PENDING_MAX && !pending.has(key)) return false;
      forgetWhile(() => seen.size >= SEEN_MAX);
      seen.set(seenKey, { clients, at: nowMs });
      for (const client of clients) eventsByClient.set(client, (eventsByClient.get(client) ?? 0) + 1);
      add(key, 1);
      return true;
    },
    /** The views since the last call. Give them back if they cannot be stored. */
    take(): DayViews[] {
      const taken = pending;
      pending = new Map();
      return [...taken].map(([key, views]) => {
        const [event_id = '', day = ''] = key.split(' ');
        return { event_id, day, views };
      });
    },
    giveBack(views: readonly DayViews[]): void {
      for (const { event_id, day, views: count } of views) add(`${event_id} ${day}`, count);
    },
  };
}
