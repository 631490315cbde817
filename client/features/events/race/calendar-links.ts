import type { PublicEvent } from '../../../../src/features/events/contract';
import { lastDay } from '../../../../src/features/events/rules';
import { addDaysTo } from '../../../../src/shared/dates';
import { placeOf } from '../event-facts';

const compact = (day: string) => day.replaceAll('-', '');

/** Links that add the race to a calendar on the web, as an event of whole days. `pageUrl` is absolute. */
export function calendarLinks(event: PublicEvent, pageUrl: string): { label: string; href: string }[] {
  const place = [event.address, placeOf(event)].filter(Boolean).join(', ');
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.event_name,
    // The end is not included.
    dates: `${compact(event.event_date)}/${compact(addDaysTo(lastDay(event), 1))}`,
    details: pageUrl,
    location: place,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    allday: 'true',
    subject: event.event_name,
    startdt: event.event_date,
    enddt: addDaysTo(lastDay(event), 1),
    body: pageUrl,
    location: place,
  });
  return [
    { label: 'Google Kalender', href: `https://calendar.google.com/calendar/render?${google}` },
    { label: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}
