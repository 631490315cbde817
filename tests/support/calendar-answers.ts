import type { PublicEvent } from '#src/features/events/contract.ts';
import {
  COLUMN_FIELDS,
  type EventPage,
  type EventPages,
  PLACE_FIELDS,
  toListed,
  type UpcomingEvents,
} from '#src/features/events/list/contract.ts';
import { BLANK, usualSlugOf } from '#src/features/events/list/rules.ts';
import type { RacePage } from '#src/features/events/race/contract.ts';
import { isUpcoming, lastDay } from '#src/features/events/rules.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { pick } from '#src/shared/pick.ts';
import type { Answers } from './client.tsx';

/** An event with a position if it is known. */
export type SampleEvent = PublicEvent & {
  latitude?: number | null;
  longitude?: number | null;
  is_approximate?: boolean;
};

/** Throwing or returning an error makes the calls fail. */
export type Source = readonly SampleEvent[] | AppError | (() => unknown);

export const UPCOMING = 'public.events.upcoming';
export const PAST = 'public.events.past';
export const RACE = 'public.events.race';
export const GET = 'public.events.get';

/** What the server answers about these events on the day of the clock. The ids of listed events are UUIDs. */
export function calendarAnswers(source: Source) {
  const answer =
    <Input, Result>(respond: (events: readonly SampleEvent[], today: string, input: Input) => Result) =>
    async (input: unknown): Promise<Result> => {
      const events = typeof source === 'function' ? await source() : source;
      if (events instanceof Error) throw events;
      return respond(events as readonly SampleEvent[], dayInStockholm(new Date()), input as Input);
    };
  return {
    [UPCOMING]: answer(upcomingOf),
    [PAST]: answer((events, today, { year }: { year: string }) =>
      pagesOf(events.filter((event) => !isUpcoming(event, today) && lastDay(event).startsWith(year))),
    ),
    [RACE]: answer((events, today, { path }: { path: string }) => racePageOf(events, today, path)),
    [GET]: answer((events, _today, { id }: { id: string }) => {
      const event = events.find((one) => one.id === id);
      if (!event) throw new AppError('event.not_found');
      return event;
    }),
  } satisfies Answers;
}

function upcomingOf(events: readonly SampleEvent[], today: string): UpcomingEvents {
  const past = Map.groupBy(
    events.filter((event) => !isUpcoming(event, today)),
    (event) => lastDay(event).slice(0, 4),
  );
  return {
    past: [...past].map(([year, { length }]) => ({ year, count: length })).sort(by(({ year }) => year)),
    ...pagesOf(events.filter((event) => isUpcoming(event, today))),
  };
}

const by =
  <Item>(keyOf: (item: Item) => string) =>
  (a: Item, b: Item) =>
    keyOf(a).localeCompare(keyOf(b), 'sv');

/** The events in columns, as `readPages` of the server writes them. */
export function pagesOf(unsorted: readonly SampleEvent[]): EventPages {
  const events = [...unsorted].sort(by(({ event_date, event_name }) => event_date + event_name));
  const placeKeys = events.map((event) => JSON.stringify(placeOf(event)));
  const places = [...new Set(placeKeys)];
  const page = {
    id: events.map(({ id }) => base64urlOf(id)),
    ...columnsOf(COLUMN_FIELDS, events),
    place: placeKeys.map((key) => places.indexOf(key)),
    ...columnsOf(['slug', 'edition'], events.map(pathPartsOf)),
  } as EventPage;
  return {
    places: columnsOf(
      PLACE_FIELDS,
      places.map((key) => JSON.parse(key)),
    ),
    pages: events.length > 0 ? [page] : [],
  };
}

const placeOf = (event: SampleEvent) => ({ ...pick(BLANK, PLACE_FIELDS), ...pick(event, PLACE_FIELDS) });

/** Null for the values of `BLANK`. Columns without another value are left out. */
function columnsOf(names: readonly string[], rows: readonly object[]): Record<string, unknown[]> {
  const blank = BLANK as Record<string, unknown>;
  const columnValue = (row: object, name: string) => {
    const value = (row as Record<string, unknown>)[name] ?? null;
    return Bun.deepEquals(value, blank[name]) ? null : value;
  };
  return Object.fromEntries(
    names
      .map((name) => [name, rows.map((row) => columnValue(row, name))] as const)
      .filter(([, values]) => values.some((value) => value !== null)),
  );
}

function base64urlOf(id: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) throw new Error(`The id "${id}" is not a UUID.`);
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Null for the usual slug, and for an edition that is the year. */
function pathPartsOf({ url, event_name, event_date }: SampleEvent) {
  const [, , slug = '', edition] = url?.split('/') ?? [];
  const year = event_date.slice(0, 4);
  return {
    slug: slug === usualSlugOf(event_name, year) ? null : slug,
    edition: edition === year ? null : edition,
  };
}

/** Without the races nearby, which only the server finds. Throws `event.not_found`. */
function racePageOf(events: readonly SampleEvent[], today: string, path: string): RacePage {
  const [, , slug, edition] = path.split('/');
  const editions = events
    .filter(({ url }) => url?.split('/')[2] === slug)
    .sort(by(({ event_date }) => event_date));
  const event = edition
    ? editions.find(({ url }) => url === path)
    : (editions.find((one) => isUpcoming(one, today)) ?? editions.at(-1));
  if (!event) throw new AppError('event.not_found');
  const { latitude = null, longitude = null, is_approximate = false } = event;
  return {
    event,
    located: latitude === null || longitude === null ? null : { latitude, longitude, is_approximate },
    editions: editions
      .filter((one) => one !== event)
      .map(toListed)
      .reverse(),
    near: [],
  };
}
