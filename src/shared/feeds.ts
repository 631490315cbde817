/** The feeds of a selection of races, and their media types. They take the query of the calendar. */
export const FEEDS = {
  '/lopp.ics': 'text/calendar',
  '/lopp.atom': 'application/atom+xml',
  '/lopp.json': 'application/feed+json',
} as const;
export type FeedPath = keyof typeof FEEDS;

export const isFeed = (path: string): path is FeedPath => Object.hasOwn(FEEDS, path);

const RACE_CALENDAR = /^(\/lopp\/[^/]+\/[^/]+)\.ics$/;

/** The path of a race's page, if this is the path of its calendar file. */
export const racePathOfFile = (path: string): string | undefined => RACE_CALENDAR.exec(path)?.[1];

export const withQuery = (url: string, query: string): string => (query ? `${url}?${query}` : url);
