import { distanceKey } from '../../shared/distances';
import type { ErrorCode } from '../../shared/errors';
import { compareNames } from '../../shared/text';
import type { EventStatus } from '../events/fields';
import { isUpcoming } from '../events/rules';
import type { AnnouncementType, OwnAnnouncement, PublicAnnouncement } from './contract';

type AdState = Pick<PublicAnnouncement, 'is_active' | 'is_completed'>;

// These return why an action is not allowed, or undefined if it is. The client uses them for its buttons too.

export const editError = (ad: Pick<AdState, 'is_completed'>): ErrorCode | undefined =>
  ad.is_completed ? 'announcement.completed' : undefined;

export const completeError = (ad: AdState): ErrorCode | undefined =>
  editError(ad) ?? (ad.is_active ? undefined : 'announcement.inactive');

/** An ad whose event has passed can be activated, but is not listed. */
export const toggleError = (
  ad: Pick<PublicAnnouncement, 'is_completed' | 'event_id'>,
  isActive: boolean,
): ErrorCode | undefined =>
  editError(ad) ?? (isActive && ad.event_id === null ? 'announcement.event_gone' : undefined);

/** Why a race gets no new ads and no new conversations. */
export const eventError = (status: EventStatus | undefined): ErrorCode | undefined =>
  status === 'cancelled'
    ? 'announcement.event_cancelled'
    : status === 'postponed'
      ? 'announcement.event_postponed'
      : undefined;

/** Whether the owner of an ad is asked if it is still valid: its race takes place after all, perhaps on another day. */
export const needsRenewal = (
  ad: Pick<OwnAnnouncement, 'is_active' | 'is_completed' | 'is_paused' | 'event_state'>,
): boolean => ad.is_paused && ad.is_active && !ad.is_completed && ad.event_state?.status === 'scheduled';

/** `event` is null if the event was deleted. */
export type OpenState = AdState & {
  is_paused: boolean;
  owner_is_suspended: boolean;
  event: { event_date: string; event_end_date: string | null; status: EventStatus } | null;
};

/** Whether the ad is public on the day `today` and accepts new conversations. */
export function isOpenToContact(ad: OpenState, today: string): boolean {
  return (
    ad.is_active &&
    !ad.is_completed &&
    !ad.is_paused &&
    !ad.owner_is_suspended &&
    ad.event !== null &&
    !eventError(ad.event.status) &&
    isUpcoming(ad.event, today)
  );
}

/** Returns the distance as the event spells it. Ignores spaces and case. */
export function distanceOf(event: { distances: readonly string[] }, distance: string): string | undefined {
  const key = distanceKey(distance);
  return event.distances.find((candidate) => distanceKey(candidate) === key);
}

export type AnnouncementCounts = { sale: number; wanted: number };

type CountedAd = AdState & Pick<PublicAnnouncement, 'event_id' | 'announcement_type'>;

export function countByEvent(ads: readonly CountedAd[]): Map<string, AnnouncementCounts> {
  const counts = new Map<string, AnnouncementCounts>();
  for (const ad of ads) {
    if (!ad.event_id || !ad.is_active || ad.is_completed) continue;
    const count = counts.get(ad.event_id) ?? { sale: 0, wanted: 0 };
    count[ad.announcement_type]++;
    counts.set(ad.event_id, count);
  }
  return counts;
}

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
  'event_id' | 'event_name' | 'event_date' | 'announcement_type' | 'sport_type' | 'landskap' | 'price'
>;

/** Ads of deleted events only have the event's name. */
export const eventKey = (ad: Pick<ListedAd, 'event_id' | 'event_name'>): string =>
  ad.event_id ?? ad.event_name;

/** `found` has the ads that match `q`. Without it, `q` is ignored. */
export type SearchedFilter = AnnouncementFilter & { found?: { has(ad: ListedAd): boolean } | undefined };

type Test = (ad: ListedAd, filter: SearchedFilter) => boolean;

const TESTS: Record<Exclude<keyof AnnouncementFilter, 'sort'>, Test> = {
  event: (ad, { event }) => event === '' || eventKey(ad) === event,
  type: (ad, { type }) => type === 'all' || ad.announcement_type === type,
  sport: (ad, { sport }) => sport === '' || ad.sport_type === sport,
  landskap: (ad, { landskap }) => landskap === '' || ad.landskap === landskap,
  max_price: (ad, { max_price }) => max_price === null || ad.price <= max_price,
  q: (ad, { found }) => found?.has(ad) ?? true,
};
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

/** `ads` must be sorted newest first. Ads that compare equal keep this order. */
export function filterAnnouncements<Ad extends ListedAd>(ads: readonly Ad[], filter: SearchedFilter): Ad[] {
  const matchingAds = ads.filter(matcher(filter));
  const order = ORDERS[filter.sort];
  return order ? matchingAds.sort(order) : matchingAds;
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
