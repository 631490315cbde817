import type { Understood } from '#src/features/events/search/understand.ts';
import { compareNames } from '#src/shared/text.ts';
import type { PublicAnnouncement } from '../contract.ts';
import type { AnnouncementType } from '../fields.ts';

export const SORTS = ['newest', 'price', 'date'] as const;

/** Empty strings and null match everything. `event` is an {@link eventKey}; `max_price` is in kronor. */
export type AnnouncementFilter = {
  q: string;
  event: string;
  type: AnnouncementType | 'all';
  sport: string;
  landskap: string;
  max_price: number | null;
  sort: (typeof SORTS)[number];
};

export const ALL_ANNOUNCEMENTS: AnnouncementFilter = {
  q: '',
  event: '',
  type: 'all',
  sport: '',
  landskap: '',
  max_price: null,
  sort: 'newest',
};

type ListedAd = Pick<
  PublicAnnouncement,
  | 'event_id'
  | 'event_name'
  | 'event_date'
  | 'announcement_type'
  | 'sport_type'
  | 'landskap'
  | 'price'
  | 'reserved'
>;

/** Ads of deleted events only have the event's name. */
export const eventKey = (ad: Pick<ListedAd, 'event_id' | 'event_name'>): string =>
  ad.event_id ?? ad.event_name;

/**
 * `found` has the ads that match `q`; without it, `q` is ignored. `kilometres` are those of the events from the place
 * that `q` names, by event id; without them, every ad is near.
 */
export type SearchedFilter = AnnouncementFilter & {
  found?: { understood: Understood; scores: { has(ad: ListedAd): boolean } } | undefined;
  kilometres?: ReadonlyMap<string, number> | undefined;
};

type Test = (ad: ListedAd, filter: SearchedFilter) => boolean;

const TESTS: Record<Exclude<keyof AnnouncementFilter, 'sort'>, Test> = {
  event: (ad, { event }) => event === '' || eventKey(ad) === event,
  type: (ad, { type }) => type === 'all' || ad.announcement_type === type,
  sport: (ad, { sport }) => sport === '' || ad.sport_type === sport,
  landskap: (ad, { landskap }) => landskap === '' || ad.landskap === landskap,
  max_price: (ad, { max_price }) => max_price === null || ad.price <= max_price,
  q: (ad, { found, kilometres }) =>
    !found || (found.scores.has(ad) && isNear(ad, found.understood, kilometres)),
};

const isNear = (
  { event_id }: Pick<ListedAd, 'event_id'>,
  { place }: Understood,
  kilometres: ReadonlyMap<string, number> | undefined,
) => !place || !kilometres || (kilometres.get(event_id ?? '') ?? Number.POSITIVE_INFINITY) <= place.within;

type FilterKey = keyof typeof TESTS;
const FILTER_KEYS = Object.keys(TESTS) as FilterKey[];

/** `except` leaves out one filter, to count the ads of each of its choices. */
const matcher = (filter: SearchedFilter, except?: FilterKey) => {
  const tests = FILTER_KEYS.filter((key) => key !== except && filter[key] !== ALL_ANNOUNCEMENTS[key]).map(
    (key) => TESTS[key],
  );
  return (ad: ListedAd) => tests.every((test) => test(ad, filter));
};

const ORDERS: Record<AnnouncementFilter['sort'], ((a: ListedAd, b: ListedAd) => number) | undefined> = {
  newest: undefined,
  price: (a, b) => a.price - b.price,
  date: (a, b) => a.event_date.localeCompare(b.event_date),
};

/** `ads` must have the order of the public list. Ads that compare equal keep it, and reserved ones are last. */
export function filterAnnouncements<Ad extends ListedAd>(ads: readonly Ad[], filter: SearchedFilter): Ad[] {
  const matchingAds = ads.filter(matcher(filter));
  const order = ORDERS[filter.sort];
  return order
    ? matchingAds.sort((a, b) => Number(a.reserved) - Number(b.reserved) || order(a, b))
    : matchingAds;
}

/** For each type, the number of results if that type were chosen. */
export function countByType(
  ads: readonly ListedAd[],
  filter: SearchedFilter,
): Record<AnnouncementFilter['type'], number> {
  const isCounted = matcher(filter, 'type');
  const counts = { all: 0, sale: 0, wanted: 0 };
  for (const ad of ads) {
    if (!isCounted(ad)) continue;
    counts.all++;
    counts[ad.announcement_type]++;
  }
  return counts;
}

/** The choices of a filter. `all` is the number of results without it, `count` that with the choice. */
export type Choices<Extra = object> = {
  all: number;
  choices: ({ key: string; name: string; count: number } & Extra)[];
};

/** Keeps choices with 0 counted ads, so that the list of choices does not change while the user filters. */
function countChoices<Ad, Choice extends { key: string }>(
  ads: readonly Ad[],
  isCounted: (ad: Ad) => boolean,
  choiceOf: (ad: Ad) => Choice | undefined,
) {
  const choices = new Map<string, Choice & { count: number }>();
  let all = 0;
  for (const ad of ads) {
    const isCountedAd = isCounted(ad);
    if (isCountedAd) all++;
    const choice = choiceOf(ad);
    if (!choice) continue;
    const counted = choices.get(choice.key) ?? { ...choice, count: 0 };
    if (isCountedAd) counted.count++;
    choices.set(choice.key, counted);
  }
  return { all, choices: [...choices.values()] };
}

export type EventChoices = Choices<{ date: string }>;
export type EventChoice = EventChoices['choices'][number];

type AdOfEvent = Pick<ListedAd, 'event_id' | 'event_name' | 'event_date'>;

export function countEventChoices<Ad extends AdOfEvent>(
  ads: readonly Ad[],
  isCounted: (ad: Ad) => boolean,
): EventChoices {
  const { all, choices } = countChoices(ads, isCounted, (ad) => ({
    key: eventKey(ad),
    name: ad.event_name,
    date: ad.event_date,
  }));
  const swedish = new Intl.Collator('sv', { numeric: true });
  choices.sort(
    (a, b) => swedish.compare(a.name, b.name) || a.date.localeCompare(b.date) || a.key.localeCompare(b.key),
  );
  return { all, choices };
}

export const eventChoices = (ads: readonly ListedAd[], filter: SearchedFilter): EventChoices =>
  countEventChoices(ads, matcher(filter, 'event'));

const choicesOf = (
  ads: readonly ListedAd[],
  isCounted: (ad: ListedAd) => boolean,
  fieldOf: (ad: ListedAd) => string | null,
): Choices => {
  const { all, choices } = countChoices(ads, isCounted, (ad) => {
    const value = fieldOf(ad);
    return value === null ? undefined : { key: value, name: value };
  });
  return { all, choices: choices.sort((a, b) => compareNames(a.name, b.name)) };
};

export const sportChoices = (ads: readonly ListedAd[], filter: SearchedFilter): Choices =>
  choicesOf(ads, matcher(filter, 'sport'), ({ sport_type }) => sport_type);

export const landskapChoices = (ads: readonly ListedAd[], filter: SearchedFilter): Choices =>
  choicesOf(ads, matcher(filter, 'landskap'), ({ landskap }) => landskap);
