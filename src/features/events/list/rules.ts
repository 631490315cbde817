import { CARD_FACTS } from '../facts.ts';
import type { CalendarEvent, EventPage, EventPages } from './contract.ts';

/**
 * The values of what nothing is known about, as those of `blankEvent`. Written out, because the schemas of the fields
 * are too large for every page.
 */
export const BLANK: CalendarEvent = {
  id: '',
  event_date: '',
  event_name: '',
  distances: '',
  sport_type: '',
  event_end_date: null,
  ort: null,
  landskap: null,
  race_link: null,
  result_link: null,
  ...(Object.fromEntries(CARD_FACTS.map(({ name }) => [name, null])) as Record<
    (typeof CARD_FACTS)[number]['name'],
    null
  >),
  additional_fields: [],
  status: 'scheduled',
  status_note: null,
  previous_dates: [],
  registration_opens_on: null,
  registration_closes_on: null,
  registration_kind: 'open',
  sold_out: false,
  registration: 'unknown',
  banner_text: null,
  banner_start_date: null,
  banner_end_date: null,
  banner_color: 'red',
  organizer_confirmed_on: null,
  url: null,
  latitude: null,
  longitude: null,
  is_approximate: false,
};

const HEX = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, '0'));
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS = new Uint8Array(128);
for (const [bits, letter] of [...BASE64URL].entries()) BITS[letter.charCodeAt(0)] = bits;

/** The UUID of 22 characters of base64url, two of which are three hexadecimal digits. */
export function uuidOf(base64url: string): string {
  let hex = '';
  for (let at = 0; at < 22; at += 2) {
    const [high = 0, low = 0] = [BITS[base64url.charCodeAt(at)], BITS[base64url.charCodeAt(at + 1)]];
    hex += HEX[high * 64 + low];
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Of {@link usualSlugOf}, and what each becomes. */
export const SLUG_LETTERS = ['åäöÅÄÖé ', 'aaoaaoe-'] as const;

/**
 * The slug that most races have, from the name without the year. A simple rule, because the query that leaves out the
 * usual slugs has the same.
 */
export const usualSlugOf = (name: string, year: string): string =>
  name
    .replaceAll(year, '')
    .replace(
      /[A-ZÅÄÖåäöé ]/g,
      (letter) => SLUG_LETTERS[1][SLUG_LETTERS[0].indexOf(letter)] ?? letter.toLowerCase(),
    )
    .replaceAll('--', '-')
    .replace(/^-+|-+$/g, '');

type Columns = Record<string, readonly unknown[] | undefined>;

/** Sets the values that are known. */
function fill(row: object, columns: Columns, index: number): void {
  for (const name in columns) {
    const value = columns[name]?.[index];
    if (value !== null) (row as Record<string, unknown>)[name] = value;
  }
}

function makeEvents({ id, place, slug, edition, ...columns }: EventPage, places: EventPages['places']) {
  return id.map((text, index): CalendarEvent => {
    const event = { ...BLANK, id: uuidOf(text) };
    fill(event, columns, index);
    fill(event, places, place[index] ?? -1);
    const year = event.event_date.slice(0, 4);
    const ownSlug = slug?.[index] ?? usualSlugOf(event.event_name, year);
    event.url = ownSlug ? `/lopp/${ownSlug}/${edition?.[index] ?? year}` : null;
    return event;
  });
}

const madeOfPage = new WeakMap<EventPage, readonly CalendarEvent[]>();

/** The same events for the same page. Makes those of a page in a few milliseconds. */
function eventsOfPage(page: EventPage, places: EventPages['places']): readonly CalendarEvent[] {
  const events = madeOfPage.get(page) ?? makeEvents(page, places);
  madeOfPage.set(page, events);
  return events;
}

const eventsOfPages = new WeakMap<EventPages, readonly CalendarEvent[]>();

/** The same list for the same pages. */
export function eventsOf(list: EventPages): readonly CalendarEvent[] {
  const events = eventsOfPages.get(list) ?? list.pages.flatMap((page) => eventsOfPage(page, list.places));
  eventsOfPages.set(list, events);
  return events;
}

/** Makes the events of the lists that are not made yet, a page in each step. */
export function* prepareEvents(lists: readonly EventPages[]): Generator<void> {
  for (const list of lists)
    for (const page of list.pages) {
      if (madeOfPage.has(page)) continue;
      eventsOfPage(page, list.places);
      yield;
    }
}

/** Events of one day are in order already, but for races of several days. Comparing names takes long. */
const byDate = (a: CalendarEvent, b: CalendarEvent) =>
  a.event_date < b.event_date ? -1 : a.event_date > b.event_date ? 1 : 0;

type Joined = { past: readonly EventPages[]; events: readonly CalendarEvent[] };
const joinedTo = new WeakMap<EventPages, Joined[]>();
/** Filters ask for different years. */
const JOINED_MAX = 4;

/** Past events and upcoming ones, by date. The same list for the same pages, if they were joined lately. */
export function joinEvents(past: readonly EventPages[], upcoming: EventPages): readonly CalendarEvent[] {
  const next = eventsOf(upcoming);
  if (past.length === 0) return next;
  const lately = joinedTo.get(upcoming) ?? [];
  const known = lately.find(
    (joined) =>
      joined.past.length === past.length && past.every((list, index) => list === joined.past[index]),
  );
  if (known) return known.events;
  // One that was moved is in both lists until both are read again.
  const ids = new Set(next.map(({ id }) => id));
  const events = [...past.flatMap(eventsOf).filter(({ id }) => !ids.has(id)), ...next].sort(byDate);
  joinedTo.set(upcoming, [{ past, events }, ...lately].slice(0, JOINED_MAX));
  return events;
}
