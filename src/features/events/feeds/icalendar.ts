import { ICalCalendar, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { addDaysTo } from '#src/shared/dates.ts';
import type { PublicEvent } from '../contract.ts';
import { fullPlaceOf, lastDay } from '../rules.ts';
import { descriptionOf, type Feed, plainText, titleOf, urlOf, writeInParts } from './feed.ts';

const STATUS = {
  scheduled: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  postponed: ICalEventStatus.TENTATIVE,
} as const;

/** How often calendars should fetch it. */
const REFRESH_SECONDS = 12 * 3600;

/** iCalendar (RFC 5545). Races are events of whole days, which do not make their runner busy. */
export const writeICalendar = (feed: Feed): Promise<string> =>
  writeInParts(feed, { write: icalendarOf, start: '\r\nBEGIN:VEVENT', end: '\r\nEND:VCALENDAR' });

function icalendarOf(feed: Feed): string {
  const calendar = new ICalCalendar({
    name: plainText(feed.title),
    prodId: { company: plainText(feed.siteName), product: 'Loppkalendern', language: 'SV' },
    source: feed.url,
    ttl: REFRESH_SECONDS,
  });
  const host = new URL(feed.origin).hostname;
  for (const event of feed.events) addEvent(calendar, event, feed, host);
  // Each line ends with a line break (RFC 5545, 3.1), also the last one.
  return `${calendar.toString().trimEnd()}\r\n`;
}

function addEvent(calendar: ICalCalendar, event: PublicEvent, feed: Feed, host: string): void {
  const place = plainText(fullPlaceOf(event));
  const position = feed.positions.get(event.id);
  calendar.createEvent({
    id: `${event.id}@${host}`,
    sequence: event.sequence,
    stamp: new Date(event.updated_at),
    lastModified: new Date(event.updated_at),
    start: midnightOf(event.event_date),
    end: midnightOf(dayAfter(lastDay(event))),
    allDay: true,
    summary: titleOf(event),
    description: descriptionOf(event, feed.today),
    url: urlOf(event, feed),
    status: STATUS[event.status],
    categories: [{ name: plainText(event.sport_type) }],
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
    ...(place && {
      location: {
        title: place,
        ...(position && { geo: { lat: position.latitude, lon: position.longitude } }),
      },
    }),
  });
}

/** The end of an event of whole days is not included. A year has at most four digits. */
const dayAfter = (day: string) => (day < '9999-12-31' ? addDaysTo(day, 1) : day);

const midnightOf = (day: string) => new Date(`${day}T00:00:00Z`);
