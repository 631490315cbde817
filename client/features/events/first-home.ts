import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import { countByEvent } from '../../../src/features/announcements/rules';
import type { PublicBanner } from '../../../src/features/banners/contract';
import type { PublicEvent } from '../../../src/features/events/contract';
import { compareEvents, type EventFilter, filterFor } from '../../../src/features/events/rules';
import { dayInStockholm } from '../../../src/shared/dates';
import type { FirstHome } from '../../../src/shared/first-page';
import { writeFilter } from './filter-url';

/** What the home page is rendered from. */
type HomeData = {
  events: readonly PublicEvent[];
  announcements: readonly PublicAnnouncement[];
  banners: readonly PublicBanner[];
};

/** Two windows of a phone, one of a desktop; each more is laid out before anything shows, and again in its typeface. */
const FIRST = 8;

/** What the home page begins with, of everything there is. A text search is none of the filters. */
export function firstHome(data: HomeData, filter: EventFilter, now: Date): FirstHome {
  const today = dayInStockholm(now);
  const passes = filterFor(filter, today);
  const passing = data.events.filter((event) => passes(event, () => ''));
  const events = firstOf(passing);
  const months: Record<string, number> = {};
  for (const event of events) months[monthOf(event)] = 0;
  for (const event of passing) {
    const count = months[monthOf(event)];
    if (count !== undefined) months[monthOf(event)] = count + 1;
  }
  const counts = countByEvent(data.announcements);
  return {
    filter: writeFilter(filter),
    banners: data.banners,
    events,
    months,
    counts: Object.fromEntries(events.flatMap(({ id }) => (counts.has(id) ? [[id, counts.get(id)!]] : []))),
    shown: passing.length,
    total: data.events.length,
  };
}

const monthOf = (event: PublicEvent) => event.event_date.slice(0, 7);

/** The first of them in the order of the calendar. Only those that may be among them are put in order. */
function firstOf(events: readonly PublicEvent[]): PublicEvent[] {
  const days = events.map(({ event_date }) => event_date).sort();
  const last = days[Math.min(FIRST, days.length) - 1] ?? '';
  return events
    .filter(({ event_date }) => event_date <= last)
    .sort(compareEvents)
    .slice(0, FIRST);
}

/** When the next stamp of these comes or goes. */
export function nextStamp(events: readonly PublicEvent[], now: Date): number | undefined {
  const turns = events
    .flatMap((event) => (event.banner_text ? [event.banner_start_date, event.banner_end_date] : []))
    .map((at) => Date.parse(at ?? ''))
    .filter((at) => at >= now.getTime());
  return turns.length > 0 ? Math.min(...turns) : undefined;
}
