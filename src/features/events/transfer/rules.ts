import { formatDayOfYear } from '#src/shared/dates.ts';
import { DISTANCES_MAX, distanceKey, splitDistances } from '#src/shared/distances.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { formatPrice } from '#src/shared/text.ts';
import type { TransferPeriod } from '../fields/schemas.ts';
import type { EventOutput } from '../fields.ts';
import type { Transfer } from './contract.ts';

export type TransferRules = Pick<
  EventOutput,
  'transfer_policy' | 'transfer_periods' | 'transfer_rules_url' | 'transfer_checked_on'
>;

const LATEST = '9999-12-31';
const endOf = ({ to }: TransferPeriod) => to ?? LATEST;

/** How many distances it is for. */
const breadthOf = ({ distances }: TransferPeriod) => distances.length || DISTANCES_MAX + 1;

const isSame = (a: string, b: string) => distanceKey(a) === distanceKey(b);

/**
 * The periods for a distance. Of overlapping ones the last counts: it ends latest, and if two end on the same day, it
 * is the one that names fewer distances.
 */
function periodsFor(periods: readonly TransferPeriod[], distance: string): TransferPeriod[] {
  return periods
    .filter(({ distances }) => distances.length === 0 || distances.some((other) => isSame(other, distance)))
    .sort((a, b) => endOf(a).localeCompare(endOf(b)) || breadthOf(b) - breadthOf(a));
}

const ANY_TIME: TransferPeriod = { from: null, to: null, distances: [], fee: null, payer: null, where: null };

/** `today` in Stockholm. */
export function transferOf(rules: TransferRules, distance: string, today: string): Transfer {
  const { transfer_policy: policy, transfer_rules_url: rules_url, transfer_checked_on: checked_on } = rules;
  const describe = (state: Transfer['state'], { from, to, fee, payer, where }: TransferPeriod): Transfer => ({
    policy,
    state,
    opens_on: from,
    closes_on: to,
    fee,
    payer,
    where,
    rules_url,
    checked_on,
  });
  if (policy !== 'allowed') return describe(policy, ANY_TIME);
  const periods = periodsFor(rules.transfer_periods, distance);
  const last = periods.at(-1);
  if (!last) return describe('open', ANY_TIME);
  const periodOn = (day: string) =>
    periods.findLast(({ from, to }) => (!from || from <= day) && (!to || to >= day));
  const current = periodOn(today);
  if (current) return describe('open', current);
  const [nextDay] = periods.flatMap(({ from }) => (from && from > today ? [from] : [])).sort();
  const next = nextDay && periodOn(nextDay);
  return next ? describe('not_open', next) : describe('closed', last);
}

/** The index of an item in its list, and the field in which it is invalid. */
export type ItemPath = readonly [index: number, field: string];

/** A period without an end may start on the last day of the race at the latest. */
export function findLatePeriod(
  periods: readonly Pick<TransferPeriod, 'from' | 'to'>[],
  { event_date, event_end_date }: Pick<EventOutput, 'event_date' | 'event_end_date'>,
): ItemPath | undefined {
  const lastDay = event_end_date ?? event_date;
  const index = periods.findIndex(({ from, to }) => (to ?? from ?? '') > lastDay);
  return index < 0 ? undefined : [index, periods[index]?.to ? 'to' : 'from'];
}

/** The first period of which {@link transferOf} could not tell whether it or an earlier one of the list counts. */
export function findAmbiguousPeriod(periods: readonly TransferPeriod[]): ItemPath | undefined {
  const sharesDistance = (a: TransferPeriod, b: TransferPeriod) =>
    a.distances.length === 0 || a.distances.some((one) => b.distances.some((other) => isSame(one, other)));
  const index = periods.findIndex((period, at) =>
    periods
      .slice(0, at)
      .some(
        (other) =>
          endOf(other) === endOf(period) &&
          breadthOf(other) === breadthOf(period) &&
          sharesDistance(other, period),
      ),
  );
  return index < 0 ? undefined : [index, 'to'];
}

/** The first price for a distance that has an earlier one. */
export function findRepeatedPrice(prices: EventOutput['ordinary_prices']): ItemPath | undefined {
  const index = prices.findIndex(({ distance }, at) =>
    prices.slice(0, at).some((other) => isSame(other.distance, distance)),
  );
  return index < 0 ? undefined : [index, 'distance'];
}

/** `today` in Stockholm. */
export const isCheckedInFuture = (
  { transfer_checked_on }: { transfer_checked_on?: string | null | undefined },
  today: string,
): boolean => !!transfer_checked_on && transfer_checked_on > today;

type DistanceRules = Pick<EventOutput, 'transfer_periods' | 'ordinary_prices'>;

/** Without the distances that the event does not have any more. A period for none of the others is removed. */
export function rulesForDistances(
  { transfer_periods, ordinary_prices }: DistanceRules,
  distances: readonly string[],
): DistanceRules {
  const isKnown = (distance: string) => distances.some((other) => isSame(other, distance));
  return {
    transfer_periods: transfer_periods.flatMap((period) => {
      const known = period.distances.filter(isKnown);
      return period.distances.length > 0 && known.length === 0 ? [] : [{ ...period, distances: known }];
    }),
    ordinary_prices: ordinary_prices.filter(({ distance }) => isKnown(distance)),
  };
}

/** Why a new or renewed ad is refused. */
export const transferError = ({ state }: Pick<Transfer, 'state'>): ErrorCode | undefined =>
  state === 'forbidden'
    ? 'announcement.transfer_forbidden'
    : state === 'closed'
      ? 'announcement.transfer_closed'
      : undefined;

/** Why an ad for any distance of the race is refused on the day `today`. Undefined if one of them takes ads. */
export function raceTransferError(
  event: TransferRules & Pick<EventOutput, 'distances'>,
  today: string,
): ErrorCode | undefined {
  const distances = splitDistances(event.distances);
  const errors = (distances.length > 0 ? distances : ['']).map((distance) =>
    transferError(transferOf(event, distance, today)),
  );
  return errors.includes(undefined) ? undefined : errors[0];
}

/** `220 SEK, betalas av köparen` or `utan avgift`. Empty if nothing is known. */
export function feeText({ fee, payer }: Pick<Transfer, 'fee' | 'payer'>): string {
  const isPaidBy = payer && `betalas av ${payer === 'buyer' ? 'köparen' : 'säljaren'}`;
  if (fee === null) return isPaidBy ? `avgiften ${isPaidBy}` : '';
  if (fee === 0) return 'utan avgift';
  return [formatPrice(fee), isPaidBy].filter(Boolean).join(', ');
}

/** Whether what the organizer says, if anything, lets the buyer pay this fee. */
const isOrganizersFee = (fee: number, organizer: Pick<Transfer, 'fee' | 'payer'>): boolean =>
  organizer.payer !== 'seller' && (organizer.fee === null || organizer.fee === fee);

/** `name_change_fee` is what the buyer pays according to the ad. */
type AdFee = { announcement_type: 'sale' | 'wanted'; name_change_fee: number | null; transfer: Transfer };

/** `+ 220 SEK namnbyte`, and whose word that is if the organizer says otherwise. Empty without a fee. */
export function adFeeText({ announcement_type, name_change_fee: fee, transfer }: AdFee): string {
  if (!fee) return '';
  const owner = announcement_type === 'sale' ? 'säljaren' : 'köparen';
  return `+ ${formatPrice(fee)} namnbyte${isOrganizersFee(fee, transfer) ? '' : ` enligt ${owner}`}`;
}

/**
 * For the owner of an ad who enters a fee. `fee` is NaN while it is not an amount. `text` is empty if nothing is known
 * of the organizer's fee, `warning` if there is nothing to check.
 */
export function feeHint(fee: number, transfer: Transfer): { text: string; warning: string } {
  const known = feeText(transfer);
  const text = known && `Enligt arrangören: ${known}.`;
  if (transfer.payer === 'seller')
    return { text, warning: 'Kontrollera att köparen ska betala avgiften innan du lägger upp annonsen.' };
  const isOther = !Number.isNaN(fee) && !isOrganizersFee(fee, transfer);
  const warning = 'Du har skrivit ett annat belopp. Kontrollera det innan du lägger upp annonsen.';
  return { text, warning: isOther ? warning : '' };
}

/**
 * What a buyer and a seller must know today, such as "Namnbyte till 5 juni, 220 SEK, betalas av köparen". `isPayer` is
 * false for a reader who is paid for the place.
 */
export function transferText(transfer: Transfer, today: string, isPayer = true): string {
  const { state, opens_on, closes_on, where } = transfer;
  const day = (date: string) => formatDayOfYear(date, today);
  switch (state) {
    case 'forbidden':
      return 'Arrangören tillåter inte överlåtelse.';
    case 'unknown':
      return 'Arrangörens regler är inte kända';
    case 'not_open':
      return `Namnbyte öppnar ${day(opens_on ?? '')}. ${isPayer ? 'Betala inte' : 'Köparen bör inte betala'} före dess.`;
    case 'closed':
      return `Namnbyte stängt sedan ${day(closes_on ?? '')}`;
    case 'open': {
      const start = closes_on ? `Namnbyte till ${day(closes_on)}` : 'Namnbyte tillåtet';
      return [start, where === 'on_site' && 'på plats', feeText(transfer)].filter(Boolean).join(', ');
    }
  }
}

/** `Enligt arrangören, kontrollerat 12 mars`. Undefined if nobody has checked the rules. */
export const sourceText = (
  { checked_on }: Pick<Transfer, 'checked_on'>,
  today: string,
): string | undefined =>
  checked_on ? `Enligt arrangören, kontrollerat ${formatDayOfYear(checked_on, today)}` : undefined;

const INITIATOR_TEXTS = {
  seller: 'Säljaren begär namnbytet.',
  buyer: 'Köparen begär namnbytet.',
  organizer: 'Arrangören gör namnbytet.',
} as const;

/** Who requests the transfer, and what the buyer must give. Empty if neither is known. */
export function initiatorText({
  transfer_initiator: initiator,
  transfer_buyer_needs: needs,
}: Pick<EventOutput, 'transfer_initiator' | 'transfer_buyer_needs'>): string {
  const list = new Intl.ListFormat('sv').format(needs);
  return [initiator && INITIATOR_TEXTS[initiator], list && `Köparen lämnar ${list}.`]
    .filter(Boolean)
    .join(' ');
}

/** In whole kronor; null if it is not known. */
export const ordinaryPriceOf = (
  { ordinary_prices }: Pick<EventOutput, 'ordinary_prices'>,
  distance: string,
): number | null => ordinary_prices.find((price) => isSame(price.distance, distance))?.price ?? null;
