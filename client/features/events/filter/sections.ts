import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { RADII_KM } from '#src/features/events/filter/place.ts';
import { type Found, NO_SCORE, type Rank, rankOf } from '#src/features/events/search/ranks.ts';
import { formatMonth } from '#src/shared/dates.ts';
import type { CardEvent } from '../card/event-card.tsx';

/** A part of the list with a heading. */
export type Section = {
  key: string;
  title: string;
  /** The year of a month. */
  year?: string;
  events: CardEvent[];
  /** In the server-rendered page it may exceed `events.length`. */
  count: number;
};

type SectionName = Pick<Section, 'key' | 'title' | 'year'>;

/** In the order of the first event of each. */
function groupBy(events: readonly CardEvent[], nameOf: (event: CardEvent) => SectionName): Section[] {
  const sections = new Map<string, Section>();
  for (const event of events) {
    const name = nameOf(event);
    const section = sections.get(name.key) ?? { ...name, events: [], count: 0 };
    section.events.push(event);
    section.count++;
    sections.set(name.key, section);
  }
  return [...sections.values()];
}

export const groupByMonth = (events: readonly CardEvent[]): Section[] =>
  groupBy(events, ({ event_date }) => ({
    key: event_date.slice(0, 7),
    title: formatMonth(event_date),
    year: event_date.slice(0, 4),
  }));

const RANK_TITLES: Record<Rank, string> = {
  exact: 'Bästa träff',
  name: 'I namnet',
  place: 'På platsen',
  organizer: 'Arrangören',
  meaning: 'Sport och distans',
  similar: 'Liknande',
};

function groupByRank(events: readonly CardEvent[], { scores }: Found<CardEvent>): Section[] {
  const scoreOf = (event: CardEvent) => scores.get(event) ?? NO_SCORE;
  const bestFirst = events.toSorted((a, b) => scoreOf(a) - scoreOf(b));
  return groupBy(bestFirst, (event) => {
    const rank = rankOf(scoreOf(event));
    return { key: rank, title: RANK_TITLES[rank] };
  });
}

function groupByDistance(events: readonly CardEvent[], kilometres: ReadonlyMap<string, number>): Section[] {
  const kmOf = ({ id }: CardEvent) => kilometres.get(id) ?? Number.POSITIVE_INFINITY;
  const nearestFirst = events.toSorted((a, b) => kmOf(a) - kmOf(b));
  return groupBy(nearestFirst, (event) => {
    const radius = RADII_KM.find((km) => kmOf(event) <= km);
    return radius
      ? { key: `${radius} km`, title: `Inom ${radius} km` }
      : { key: 'further', title: 'Längre bort' };
  });
}

type Grouping = {
  filter: Pick<EventFilter, 'sort' | 'date'>;
  found?: Found<CardEvent> | undefined;
  kilometres?: ReadonlyMap<string, number> | undefined;
};

/** Past events are few, so the same month of two years may be in a row. */
const withYear = (month: Section): Section => ({ ...month, title: `${month.title} ${month.year}` });

/**
 * By distance if asked for, by where a searched text was found if that differs, else by month. The latest past event
 * is first, because people look for recent results.
 */
export function sectionsOf(sorted: readonly CardEvent[], { filter, found, kilometres }: Grouping): Section[] {
  const isPast = filter.date === 'past';
  const events = isPast ? sorted.toReversed() : sorted;
  if (filter.sort === 'nearest' && kilometres) return groupByDistance(events, kilometres);
  const ranks = new Set(found && events.map((event) => found.scores.get(event)));
  if (found && ranks.size > 1) return groupByRank(events, found);
  const months = groupByMonth(events);
  return isPast ? months.map(withYear) : months;
}
