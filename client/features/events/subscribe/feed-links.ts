import { type FeedPath, withQuery } from '#src/shared/feeds.ts';

/**
 * The feeds of a selection, and the pages of calendars on the web that subscribe to one. `origin` is that of this site.
 */
export function feedLinks(query: string, { origin, name }: { origin: string; name: string }) {
  const urlOf = (path: FeedPath) => withQuery(`${origin}${path}`, query);
  const icalendar = urlOf('/lopp.ics');
  const webcal = icalendar.replace(/^https?:/, 'webcal:');
  return {
    icalendar,
    webcal,
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: icalendar, name })}`,
    atom: urlOf('/lopp.atom'),
    json: urlOf('/lopp.json'),
  };
}
