import type { ReactNode } from 'react';
import { calendarIn, pastReadsOf, type Searches } from '#client/features/events/list/server-calendar.ts';
import { raceTitle } from '#client/features/events/race/race-head.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { readServerFilter, selectEvents } from '#src/features/events/filter/select.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { RacePage } from '#src/features/events/race/contract.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { isRaceList, racePathOfEmbed, readTheme } from '#src/shared/embeds.ts';
import { type NeededReads, READS, type Reads } from '#src/shared/rendering.ts';
import { RaceList } from './race-list.tsx';
import { StartPlaces } from './start-places.tsx';

const RACES_MAX = 30;

type Input = { reads: Reads; race: unknown; params: URLSearchParams; now: Date };

export type EmbedContent = { title: string; element: ReactNode; status: number };

export type Embed = NeededReads & {
  /** As of server pages. */
  moreReadsOf?: (params: URLSearchParams, reads: Reads, now: Date) => readonly string[];
  searchesOf?: (params: URLSearchParams, reads: Reads, now: Date) => Searches;
  /** Every visitor of a site with an embed asks for the same one, so all are worth keeping. */
  isCacheable?: undefined;
  /** Returns the canonical query, which is the cache key. */
  queryOf: (params: URLSearchParams) => string;
  /** Returns undefined if there is no such race. Call `configure` before. */
  contentOf: (input: Input) => EmbedContent | undefined;
};

const withSiteName = (name: string) => [name, clientConfig().site_name].filter(Boolean).join(' – ');

function queryOf(params: URLSearchParams, query = ''): string {
  const theme = readTheme(params);
  return [query, theme && `theme=${theme}`].filter(Boolean).join('&');
}

const RACE_LIST: Embed = {
  required: [READS.upcoming],
  optional: [],
  moreReadsOf: (params, reads, now) => pastReadsOf(readServerFilter(params), reads, now),
  searchesOf: (params, reads, now) => [
    searchOf(calendarIn(readServerFilter(params), reads, dayInStockholm(now)).events),
  ],
  queryOf: (params) => queryOf(params, writeFilter(readServerFilter(params))),
  contentOf: ({ reads, params, now }) => {
    const [filter, today] = [readServerFilter(params), dayInStockholm(now)];
    const { events } = calendarIn(filter, reads, today);
    const selected = selectEvents(filter, { events, located: events, today });
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
  required: [READS.eventChanges],
  optional: [READS.ads],
  needsRace: true,
  queryOf,
  contentOf: ({ reads, race }) => {
    if (!race) return undefined;
    const { event } = race as RacePage;
    const ads = (reads[READS.ads] as readonly PublicAnnouncement[] | undefined)?.filter(
      ({ event_id }) => event_id === event.id,
    );
    return {
      title: withSiteName(`Startplatser till ${raceTitle(event)}`),
      status: ads ? 200 : 503,
      element: <StartPlaces event={event} ads={ads} />,
    };
  },
};

export const embedOf = (path: string): Embed | undefined =>
  isRaceList(path) ? RACE_LIST : racePathOfEmbed(path) ? START_PLACES : undefined;
