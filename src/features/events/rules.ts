import { addDaysTo, formatNearDay } from '#src/shared/dates.ts';
import { fold } from '#src/shared/text.ts';
import type { EventState, PublicEvent, Registration } from './contract.ts';
import type { EventStatus } from './fields/choices.ts';
import { CHOICE_LABELS } from './labels.ts';

export type DatedEvent = Pick<PublicEvent, 'event_date' | 'event_end_date'>;

export const lastDay = (event: DatedEvent): string => event.event_end_date ?? event.event_date;

export const isUpcoming = (event: DatedEvent, today: string): boolean => lastDay(event) >= today;

/** On the server only. Ignores the order of keys, because PostgreSQL changes it in `jsonb`. Null equals undefined. */
export const isSameValue = (a: unknown, b: unknown): boolean => Bun.deepEquals(a ?? null, b ?? null);

/** A postponed race is watched for so long after its old date, because people wait for the new one. */
const POSTPONED_DAYS = 365;

/** The last day of a race must not be before this day if it is watched. */
export const firstWatchedDay = (status: EventStatus, today: string): string =>
  status === 'postponed' ? addDaysTo(today, -POSTPONED_DAYS) : today;

/** Whether there is anything left to watch about a race. */
export const isWatchable = (event: DatedEvent & { status: EventStatus }, today: string): boolean =>
  isUpcoming(event, firstWatchedDay(event.status, today));

/** `Mora, Dalarna`. */
export const placeOf = ({ ort, landskap }: Pick<PublicEvent, 'ort' | 'landskap'>): string | undefined =>
  [ort, landskap].filter(Boolean).join(', ') || undefined;

/** With the address. Empty if nothing is known. */
export const fullPlaceOf = (event: Pick<PublicEvent, 'address' | 'ort' | 'landskap'>): string =>
  [event.address, placeOf(event)].filter(Boolean).join(', ');

/** `INSTÄLLT: Vasaloppet`. Calendars and feed readers show only the title. */
export const titleWithStatus = ({ event_name, status }: Pick<PublicEvent, 'event_name' | 'status'>): string =>
  `${status === 'cancelled' ? 'INSTÄLLT: ' : ''}${event_name}`;

/** Lists have `registration` in place of the link. */
export type RegisteredEvent = DatedEvent &
  Pick<PublicEvent, 'status' | 'registration_opens_on' | 'registration_closes_on' | 'sold_out'> &
  (Pick<PublicEvent, 'registration_url'> | Pick<PublicEvent, 'registration'>);

/** `today` in Stockholm. The query of the public lists follows the same rule in SQL. */
export function registrationOf(event: RegisteredEvent, today: string): Registration {
  const { registration_opens_on: opens, registration_closes_on: closes, sold_out } = event;
  if (!isUpcoming(event, today) || event.status === 'cancelled') return 'closed';
  if (opens && today < opens) return 'not_open';
  if (closes && today > closes) return 'closed';
  if (sold_out) return 'sold_out';
  const hasLink = 'registration_url' in event ? event.registration_url : event.registration === 'open';
  return opens || closes || hasLink ? 'open' : 'unknown';
}

/** `alert` is for what a runner must not miss. */
export type StateText = { tone: 'alert' | 'good' | 'plain'; text: string };

/** What the texts about the state of an event are made from. */
export type DatedState = RegisteredEvent & Pick<EventState, 'previous_dates' | 'registration_kind'>;

/** The texts shown for a cancelled, postponed or moved race, and for its registration. Empty for most races. */
export function stateTexts(event: DatedState, today: string): StateText[] {
  if (event.status === 'cancelled') return [{ tone: 'alert', text: CHOICE_LABELS.status.cancelled }];
  const registration = isUpcoming(event, today) ? registrationText(event, today) : undefined;
  const movedFrom = event.previous_dates.at(-1);
  const change =
    event.status === 'postponed'
      ? CHOICE_LABELS.status.postponed
      : movedFrom && `Flyttat från ${formatNearDay(movedFrom, today)}`;
  return [
    ...(change ? [{ tone: 'alert' as const, text: change }] : []),
    ...(registration ? [registration] : []),
  ];
}

function registrationText(event: DatedState, today: string): StateText | undefined {
  const { registration_opens_on: opens, registration_closes_on: closes } = event;
  const subject = event.registration_kind === 'lottery' ? 'Anmälan till lottningen' : 'Anmälan';
  switch (registrationOf(event, today)) {
    case 'sold_out':
      return { tone: 'alert', text: 'Fulltecknat' };
    case 'not_open':
      return { tone: 'plain', text: `${subject} öppnar ${formatNearDay(opens ?? '', today)}` };
    case 'open':
      return {
        tone: 'good',
        text: `${subject} öppen${closes ? ` till ${formatNearDay(closes, today)}` : ''}`,
      };
    case 'closed':
      return { tone: 'plain', text: `${subject} stängd` };
    default:
      return undefined;
  }
}

type StampedEvent = Pick<PublicEvent, 'banner_text' | 'banner_start_date' | 'banner_end_date'>;

export function showsStamp(event: StampedEvent, now: Date): boolean {
  const { banner_text, banner_start_date, banner_end_date } = event;
  if (!banner_text || !banner_start_date || !banner_end_date) return false;
  return Date.parse(banner_start_date) <= now.getTime() && now.getTime() <= Date.parse(banner_end_date);
}

export function sameEventKey(event: { event_date: string; event_name: string; ort: string | null }): string {
  return `${event.event_date}|${fold(event.event_name)}|${fold(event.ort ?? '')}`;
}
