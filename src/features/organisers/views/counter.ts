/** One address counts once for an event in this time. */
const REPEAT_MS = 30 * 60_000;
/** Nobody looks at more races in that time. */
const EVENTS_PER_ADDRESS = 300;
/** Together some megabytes. Beyond them, nothing is counted until the next storing or forgetting. */
const SEEN_MAX = 50_000;
const PENDING_MAX = 20_000;

export type DayViews = { event_id: string; day: string; views: number };

const BOT =
  /bot\b|bot[/_;-]|crawl|spider|slurp|preview|scan|monitor|fetch|lighthouse|headless|python|curl|wget|java\/|http-?client|facebookexternalhit/i;

export const isBot = (userAgent: string | undefined): boolean => !userAgent || BOT.test(userAgent);

type View = { eventId: string; address: string; day: string; nowMs: number };

/**
 * Counts page views in memory until they are stored. Addresses are kept for half an hour, in memory only, so that nobody
 * counts twice by reloading a page.
 */
export function createViewCounter() {
  const seen = new Map<string, { address: string; at: number }>();
  const eventsByAddress = new Map<string, number>();
  let pending = new Map<string, number>();

  /** The oldest come first, because a repeated view does not renew the time. */
  function forgetOld(nowMs: number): void {
    for (const [key, { address, at }] of seen) {
      if (nowMs - at < REPEAT_MS) return;
      seen.delete(key);
      const left = (eventsByAddress.get(address) ?? 1) - 1;
      if (left > 0) eventsByAddress.set(address, left);
      else eventsByAddress.delete(address);
    }
  }

  const add = (key: string, views: number) => pending.set(key, (pending.get(key) ?? 0) + views);

  return {
    /** Returns whether it is counted. */
    count({ eventId, address, day, nowMs }: View): boolean {
      forgetOld(nowMs);
      const seenKey = `${address} ${eventId}`;
      const key = `${eventId} ${day}`;
      const events = eventsByAddress.get(address) ?? 0;
      if (seen.has(seenKey) || seen.size >= SEEN_MAX || events >= EVENTS_PER_ADDRESS) return false;
      if (pending.size >= PENDING_MAX && !pending.has(key)) return false;
      seen.set(seenKey, { address, at: nowMs });
      eventsByAddress.set(address, events + 1);
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
