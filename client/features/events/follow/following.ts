import { clientConfig } from '#client/platform/page/config.ts';
import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { feedFilterOf, feedQueryOf } from '#src/features/events/filter/feed.ts';
import { MY_POSITION } from '#src/features/events/filter/place.ts';
import { formatDays } from '#src/shared/dates.ts';
import { type FeedPath, withQuery } from '#src/shared/feeds.ts';
import { kindsOf, type Watched } from '../watch/watched.ts';
import type { Embedded } from './embed-snippet.ts';
import type { Followed } from './followed.ts';

/** What the dialog offers. */
type Following = {
  name: string;
  leavesOutPosition: boolean;
  /** Undefined for all races, and for a period that is over. */
  watched: Watched | undefined;
  /** The address of the calendar feed; undefined for a race that is over. */
  feed: string | undefined;
  calendarName: string;
  calendarText: string;
  embedded: Embedded | undefined;
  programs: { label: string; url: string }[];
};

/** `origin` is that of this site. */
export const followingOf = (followed: Followed, today: string, origin: string): Following =>
  'filter' in followed
    ? followingOfSelection(followed, today, origin)
    : followingOfRace(followed, today, origin);

type FollowedSelection = Extract<Followed, { filter: unknown }>;

function followingOfSelection(
  { filter, search }: FollowedSelection,
  today: string,
  origin: string,
): Following {
  const query = feedQueryOf(filter);
  const selection = nameOfSelection(feedFilterOf(filter), today);
  const urlOf = (path: FeedPath) => withQuery(`${origin}${path}`, query);
  return {
    name: selection || 'Alla lopp',
    leavesOutPosition: filter.near === MY_POSITION,
    watched: search && { search },
    feed: urlOf('/lopp.ics'),
    calendarName: [clientConfig().site_name, selection].filter(Boolean).join(': '),
    calendarText: 'Nya lopp, flyttade datum och inställda lopp kommer av sig själva.',
    embedded: { query },
    programs: [
      { label: 'Atom-flöde', url: urlOf('/lopp.atom') },
      { label: 'JSON Feed', url: urlOf('/lopp.json') },
    ],
  };
}

type FollowedRace = Exclude<Followed, { filter: unknown }>;

function followingOfRace(race: FollowedRace, today: string, origin: string): Following {
  const { id, event_name, event_date, event_end_date, status, url } = race.event;
  const slug = url?.split('/')[2];
  return {
    name: `${event_name}, ${formatDays(event_date, event_end_date)}`,
    leavesOutPosition: false,
    watched: race,
    feed:
      url && status === 'scheduled' && kindsOf(race.event, today).includes('event')
        ? `${origin}${url}.ics`
        : undefined,
    calendarName: event_name,
    calendarText: 'Flyttas loppet så flyttas det i kalendern också.',
    embedded: slug === undefined ? undefined : { slug },
    programs: [{ label: 'Loppet som JSON', url: `${origin}/api/events/${id}` }],
  };
}
