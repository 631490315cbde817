import type { MemberFacts } from '#src/features/accounts/contract.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { EventStatus } from '#src/features/events/fields/choices.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import {
  ordinaryPriceOf,
  raceTransferError,
  type TransferRules,
  transferError,
  transferOf,
} from '#src/features/events/transfer/rules.ts';
import {
  addDaysTo,
  DAY_MS,
  dayInStockholm,
  daysBetween,
  formatLongDay,
  startOfDay,
} from '#src/shared/dates.ts';
import { distanceKey } from '#src/shared/distances.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import type { OwnAnnouncement, PublicAnnouncement } from './contract.ts';

type AdState = Pick<PublicAnnouncement, 'is_active' | 'is_completed'>;

// These return why an action is not allowed, or undefined if it is. The client uses them for its buttons too.

export const editError = (ad: Pick<AdState, 'is_completed'>): ErrorCode | undefined =>
  ad.is_completed ? 'announcement.completed' : undefined;

/** An expired ad may have been sold too. */
export const completeError = (ad: Pick<OwnAnnouncement, 'is_active' | 'is_completed' | 'is_expired'>) =>
  editError(ad) ?? (ad.is_active || ad.is_expired ? undefined : 'announcement.inactive');

/** Only its owner can renew an expired ad. */
export const toggleError = (
  ad: Pick<OwnAnnouncement, 'is_completed' | 'event_id' | 'is_expired'>,
  isActive: boolean,
): ErrorCode | undefined => {
  if (!isActive || ad.is_completed) return editError(ad);
  if (ad.event_id === null) return 'announcement.event_gone';
  return ad.is_expired ? 'announcement.expired' : undefined;
};

/** Why a race gets no new ads and no new conversations. */
export const eventError = (status: EventStatus | undefined): ErrorCode | undefined =>
  status === 'cancelled'
    ? 'announcement.event_cancelled'
    : status === 'postponed'
      ? 'announcement.event_postponed'
      : undefined;

/**
 * Why a new ad for a distance is refused on the day `today`. While no distance is chosen, why one for any of them would
 * be.
 */
export function newAdError(
  event: TransferRules & { status: EventStatus; distances: string },
  distance: string,
  today: string,
): ErrorCode | undefined {
  return (
    eventError(event.status) ??
    (distance ? transferError(transferOf(event, distance, today)) : raceTransferError(event, today))
  );
}

type RenewableAd = Pick<OwnAnnouncement, 'is_completed' | 'event_date' | 'event_state' | 'transfer'>;

/** Why an ad cannot be renewed on the day `today`. */
export function renewError(ad: RenewableAd, today: string): ErrorCode | undefined {
  if (ad.is_completed) return 'announcement.completed';
  if (!ad.event_state) return 'announcement.event_gone';
  const { status, event_end_date } = ad.event_state;
  if (!isUpcoming({ event_date: ad.event_date, event_end_date }, today)) return 'announcement.event_passed';
  return eventError(status) ?? transferError(ad.transfer);
}

/** Whether the owner is asked if the ad is still valid: it expired, or its race has another day after all. */
export const needsRenewal = (
  ad: RenewableAd & Pick<OwnAnnouncement, 'is_active' | 'is_expired' | 'is_paused'>,
  today: string,
): boolean => (ad.is_expired || (ad.is_paused && ad.is_active)) && !renewError(ad, today);

/** Whether the ad is shown until its race or the period for transfers is over: a renewal does not prolong it. */
export const endsWithRace = (
  ad: Pick<OwnAnnouncement, 'expires_at' | 'event_date' | 'event_state' | 'transfer'>,
): boolean => {
  const lastDay = ad.expires_at && lastDayOf(ad.expires_at);
  return lastDay === (ad.event_state?.event_end_date ?? ad.event_date) || lastDay === ad.transfer.closes_on;
};

/** In hours. It can be prolonged once by as much. */
const RESERVATION_HOURS = 48;

type ReservedAd = {
  reserved_for: string | null;
  reserved_until: string | null;
  is_reservation_prolonged: boolean;
};

export const isReserved = (
  { reserved_for, reserved_until }: Omit<ReservedAd, 'is_reservation_prolonged'>,
  now: Date,
) => reserved_for !== null && reserved_until !== null && new Date(reserved_until) > now;

/** Reserves an open ad for a member, or prolongs their reservation. Returns why it cannot. */
export function reservationFor(
  ad: ReservedAd,
  memberId: string,
  now: Date,
): { reserved_until: string; is_reservation_prolonged: boolean } | ErrorCode {
  const after = (start: string | Date) =>
    new Date(new Date(start).getTime() + RESERVATION_HOURS * 3_600_000).toISOString();
  if (!isReserved(ad, now)) return { reserved_until: after(now), is_reservation_prolonged: false };
  if (ad.reserved_for !== memberId) return 'announcement.reserved';
  if (ad.is_reservation_prolonged || !ad.reserved_until) return 'announcement.reservation_prolonged';
  return { reserved_until: after(ad.reserved_until), is_reservation_prolonged: true };
}

export const NOT_RESERVED = { reserved_for: null, reserved_until: null, is_reservation_prolonged: false };

/** How an owner says that a deal was made. */
export const DONE_LABELS = { sale: 'Den är såld', wanted: 'Jag har fått en plats' } as const;

const AD_PATH = '/marketplace/annons/';

/** As the database writes them: at least four digits, and no leading zero if there are more. */
const ORDER_NUMBER = /^SP-(?!0000$)(?:\d{4}|[1-9]\d{4,14})$/;

/** The path of the page of an ad. */
export const adPath = (orderNumber: string): string => `${AD_PATH}${orderNumber}`;

/** The number of an ad in the path of its page, in upper case. Undefined for other paths. */
export function orderNumberOf(path: string): string | undefined {
  if (!path.startsWith(AD_PATH)) return undefined;
  const number = path.slice(AD_PATH.length).replace(/\/$/, '').toUpperCase();
  return ORDER_NUMBER.test(number) ? number : undefined;
}

/** `Upplagd för 3 dagar sedan`. `today` in Stockholm. */
export function ageText({ created_at }: Pick<PublicAnnouncement, 'created_at'>, today: string): string {
  const days = daysBetween(dayInStockholm(new Date(created_at)), today);
  if (days <= 0) return 'Upplagd i dag';
  return days === 1 ? 'Upplagd i går' : `Upplagd för ${days} dagar sedan`;
}

/** Of an event. Facts about its ads are derived from them. */
export type EventRules = TransferRules & Pick<PublicEvent, 'ordinary_prices' | 'series_id'>;

/** As if nothing were known, for ads whose event was deleted. */
export const NO_RULES: EventRules = {
  transfer_policy: 'unknown',
  transfer_periods: [],
  transfer_rules_url: null,
  transfer_checked_on: null,
  ordinary_prices: [],
  series_id: null,
};

/** `last_day` is the last day on which the ad is shown. */
type DescribedAd = Pick<
  PublicAnnouncement,
  'event_id' | 'distance' | 'order_number' | 'announcement_type' | 'price' | 'user_id'
> & { last_day: string | null; owner_since: string };

/** `today` is in Stockholm. A usual price is null if it is not known. */
export type AdContext = {
  today: string;
  now: Date;
  disabledAdvice: readonly string[];
  rulesOf: (eventId: string | null) => EventRules | undefined;
  usualPriceOf: (seriesId: string | null, distance: string) => number | null;
  ownerFactsOf: (userId: string) => MemberFacts;
};

/** Adds what is known of the event's rules, of other deals and of the owner. */
export function describeAd<Ad extends DescribedAd>({ last_day, owner_since, ...ad }: Ad, context: AdContext) {
  const { event_id, distance, order_number, announcement_type, price, user_id } = ad;
  const rules = context.rulesOf(event_id) ?? NO_RULES;
  const ordinaryPrice = ordinaryPriceOf(rules, distance);
  const isCheap =
    !context.disabledAdvice.includes('low_price') &&
    isSuspiciouslyCheap({
      announcement_type,
      price,
      ordinaryPrice,
      ownerSince: owner_since,
      now: context.now,
    });
  return {
    ...ad,
    transfer: transferOf(rules, distance, context.today),
    ordinary_price: ordinaryPrice,
    median_price: context.usualPriceOf(rules.series_id, distance),
    owner_facts: context.ownerFactsOf(user_id),
    advice: isCheap ? ['low_price' as const] : [],
    url: adPath(order_number),
    expires_at: last_day && startOfDay(addDaysTo(last_day, 1)).toISOString(),
  };
}

const lastDayOf = (expires_at: string): string => addDaysTo(dayInStockholm(new Date(expires_at)), -1);

/** `5 juni 2027`: the last day on which the ad is shown. */
export const lastDayText = (expires_at: string): string => formatLongDay(lastDayOf(expires_at));

/** The deals of different sellers from which the usual price of a distance is shown. */
export const DEALS_MIN = 5;

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

const NEW_ACCOUNT_DAYS = 7;

/**
 * Whether a place is offered for less than half of the ordinary price by an account that is younger than 7 days.
 * `ordinaryPrice` is null if it is not known; `ownerSince` is when the account was created.
 */
export function isSuspiciouslyCheap(ad: {
  announcement_type: PublicAnnouncement['announcement_type'];
  price: number;
  ordinaryPrice: number | null;
  ownerSince: string;
  now: Date;
}): boolean {
  const { announcement_type, price, ordinaryPrice, ownerSince, now } = ad;
  return (
    announcement_type === 'sale' &&
    ordinaryPrice !== null &&
    price < ordinaryPrice / 2 &&
    now.getTime() - new Date(ownerSince).getTime() < NEW_ACCOUNT_DAYS * DAY_MS
  );
}

/** Returns the distance as the event spells it. Ignores spaces and case. */
export function distanceOf(event: { distances: readonly string[] }, distance: string): string | undefined {
  const key = distanceKey(distance);
  return event.distances.find((candidate) => distanceKey(candidate) === key);
}

/** Per member, because the public list is not paged. */
export const OPEN_ADS_MAX = 50;
/** Per member, including closed ads, because the owner's list is not paged. */
export const ADS_MAX = 200;
