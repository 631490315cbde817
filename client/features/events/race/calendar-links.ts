import type { PublicEvent } from '#src/features/events/contract.ts';
import { fullPlaceOf, lastDay, titleWithStatus } from '#src/features/events/rules.ts';
import { addDaysTo } from '#src/shared/dates.ts';

const compact = (day: string) => day.replaceAll('-', '');

function googleUrl(event: PublicEvent, pageUrl: string): string {
  const parameters = new URLSearchParams({
    action: 'TEMPLATE',
    text: titleWithStatus(event),
    // The end is not included.
    dates: `${compact(event.event_date)}/${compact(addDaysTo(lastDay(event), 1))}`,
    details: pageUrl,
    location: fullPlaceOf(event),
  });
  return `https://calendar.google.com/calendar/render?${parameters}`;
}

function outlookUrl(event: PublicEvent, pageUrl: string): string {
  const parameters = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    allday: 'true',
    subject: titleWithStatus(event),
    startdt: event.event_date,
    enddt: addDaysTo(lastDay(event), 1),
    body: pageUrl,
    location: fullPlaceOf(event),
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${parameters}`;
}

/** Calendars on the web. `urlOf` adds the race to one, as an event of whole days; `pageUrl` is absolute. */
export const WEB_CALENDARS = [
  { label: 'Google Kalender', urlOf: googleUrl },
  { label: 'Outlook', urlOf: outlookUrl },
];
