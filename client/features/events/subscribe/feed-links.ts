import { type EventFilter, NO_FILTER } from '../../../../src/features/events/filter/filter';
import { MY_POSITION } from '../../../../src/features/events/filter/place';
import { writeFilter } from '../../../../src/features/events/filter/url';

/** The query of a feed. The visitor's own position is not sent, and a feed has one order. */
export function feedQueryOf(filter: EventFilter): string {
  const near = filter.near === MY_POSITION ? '' : filter.near;
  return writeFilter({ ...filter, near, sort: NO_FILTER.sort });
}

/** The feeds of a selection, and the pages of calendars on the web that subscribe to one. `origin` is that of this site. */
export function feedLinks(query: string, { origin, name }: { origin: string; name: string }) {
  const urlOf = (path: string) => `${origin}${path}${query && `?${query}`}`;
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
