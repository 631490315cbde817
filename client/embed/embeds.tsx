import type { ReactNode } from 'react';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import type { LocatedEvent, PublicEvent } from '../../src/features/events/contract';
import { nameOfSelection } from '../../src/features/events/filter/active';
import { type EventFilter, NO_FILTER } from '../../src/features/events/filter/filter';
import { findOrigin, selectEvents } from '../../src/features/events/filter/select';
import { readFilter, writeFilter } from '../../src/features/events/filter/url';
import { dayInStockholm } from '../../src/shared/dates';
import { isRaceList, racePathOf, readTheme } from '../../src/shared/embeds';
import type { NeededReads, Reads } from '../../src/shared/rendering';
import { findRace } from '../features/events/race/race';
import { raceTitle } from '../features/events/race/race-head';
import { sortedEvents } from '../features/events/sorted-events';
import { clientConfig } from '../platform/page/config';
import { RaceList } from './race-list';
import { StartPlaces } from './start-places';

const EVENTS = 'public.events.list';
const COORDINATES = 'public.events.coordinates';
const ADS = 'public.announcements.list';

const RACES_MAX = 30;

type Input = { reads: Reads; path: string; params: URLSearchParams; now: Date };

export type EmbedContent = { title: string; element: ReactNode; status: number };

export type Embed = NeededReads & {
  /** Returns the canonical query, which is the cache key. */
  queryOf: (params: URLSearchParams) => string;
  /** Returns undefined if there is no such race. Call `configure` before. */
  contentOf: (input: Input) => EmbedContent | undefined;
};

const withSiteName = (name: string) => [name, clientConfig().site_name].filter(Boolean).join(' – ');

/** Without a place that the server does not know, such as the visitor's own position. */
function readEmbedFilter(params: URLSearchParams): EventFilter {
  const filter = readFilter(params);
  const { near, within, sort } = NO_FILTER;
  return findOrigin(filter.near) ? filter : { ...filter, near, within, sort };
}

function queryOf(params: URLSearchParams, query = ''): string {
  const theme = readTheme(params);
  return [query, theme && `theme=${theme}`].filter(Boolean).join('&');
}

const RACE_LIST: Embed = {
  required: [EVENTS, COORDINATES],
  optional: [],
  queryOf: (params) => queryOf(params, writeFilter(readEmbedFilter(params))),
  contentOf: ({ reads, params, now }) => {
    const [filter, today] = [readEmbedFilter(params), dayInStockholm(now)];
    const events = sortedEvents(reads[EVENTS] as readonly PublicEvent[]);
    const located = reads[COORDINATES] as readonly LocatedEvent[];
    const selected = selectEvents(filter, { events, located, today });
    // Of past races the latest.
    const shown = filter.date === 'past' ? selected.slice(-RACES_MAX) : selected.slice(0, RACES_MAX);
    const [name, query] = [nameOfSelection(filter, today), writeFilter(filter)];
    return {
      title: withSiteName(name),
      status: 200,
      element: (
        <RaceList
          title={name || clientConfig().site_name}
          events={shown}
          total={selected.length}
          calendarPath={query ? `/?${query}` : '/'}
        />
      ),
    };
  },
};

const START_PLACES: Embed = {
  required: [EVENTS],
  optional: [ADS],
  queryOf,
  contentOf: ({ reads, path, now }) => {
    const events = reads[EVENTS] as readonly PublicEvent[];
    const today = dayInStockholm(now);
    const race = findRace(racePathOf(path) ?? '', { events, located: [], ads: [], today });
    if (!race) return undefined;
    const ads = (reads[ADS] as readonly PublicAnnouncement[] | undefined)?.filter(
      ({ event_id }) => event_id === race.event.id,
    );
    return {
      title: withSiteName(`Startplatser till ${raceTitle(race.event)}`),
      status: ads ? 200 : 503,
      element: <StartPlaces event={race.event} ads={ads} />,
    };
  },
};

export const embedOf = (path: string): Embed | undefined =>
  isRaceList(path) ? RACE_LIST : racePathOf(path) ? START_PLACES : undefined;
