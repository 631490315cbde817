import * as v from 'valibot';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { blankEvent, EventState, type PublicEvent } from '#src/features/events/contract.ts';
import {
  RACE_FIELD_NAMES,
  type RaceField,
  STATE_FIELD_NAMES,
  TRANSFER_FIELD_NAMES,
} from '#src/features/events/fields.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { pick } from '#src/shared/pick.ts';

/** A UUID made of a name of at most 16 ASCII characters: listed events have no other ids. */
export function idOf(name: string): string {
  const hex = Buffer.from(name.padEnd(16, '\0')).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function eventOf(part: Partial<PublicEvent> & { id: string }): PublicEvent {
  return {
    ...blankEvent,
    event_name: `Loppet ${part.id}`,
    event_date: '2027-05-22',
    sport_type: 'Löpning',
    distances: '10 km',
    ort: 'Mora',
    landskap: 'Dalarna',
    ...part,
  };
}

export const adminEventOf = (part: Partial<AdminEvent> & { id: string }): AdminEvent => ({
  ...eventOf(part),
  latitude: 61,
  longitude: 14.5,
  is_approximate: false,
  is_manual: false,
  announcement_count: 0,
  version: 1,
  ...part,
});

/** The fields of an ad whose race has no transfer rules and prices. */
export const UNKNOWN_RULES = {
  transfer: {
    policy: 'unknown',
    state: 'unknown',
    opens_on: null,
    closes_on: null,
    fee: null,
    payer: null,
    where: null,
    rules_url: null,
    checked_on: null,
  },
  ordinary_price: null,
  median_price: null,
  advice: [] as [],
} as const;

/** What the API returns about the state of an event of which nothing was entered. */
export const UNCHANGED_STATE = pick(blankEvent, [...STATE_FIELD_NAMES, 'registration', 'sequence']);

/** What the API returns about transfers of an event of which nothing was entered. */
export const UNKNOWN_TRANSFER = pick(blankEvent, TRANSFER_FIELD_NAMES);

/** The state of an event of which nothing was entered, as ads have it. */
export const PLANNED: EventState = v.parse(EventState, blankEvent);

/** The fields that proposals share with events. */
const raceOf = (event: PublicEvent) =>
  Object.fromEntries(RACE_FIELD_NAMES.map((name) => [name, event[name]])) as Pick<PublicEvent, RaceField>;

/** Pending by default. */
export function submissionOf(part: Partial<AdminSubmission> = {}): AdminSubmission {
  const id = '0190a000-0000-7000-8000-000000000001';
  return {
    ...raceOf(eventOf({ id, event_name: 'Skogsloppet', distances: '10 km, 21,1 km' })),
    id,
    status: 'pending',
    submitter_name: 'Karin Hedlund',
    submitter_email: 'karin@example.se',
    submitter_phone: null,
    submitted_at: '2027-01-14T15:12:00.000Z',
    admin_comments: null,
    reviewed_at: null,
    reviewed_by: null,
    duplicates: [],
    ...part,
  };
}
