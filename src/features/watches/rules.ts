import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { nameOfNear, nameOfSelection } from '#src/features/events/filter/active.ts';
import { readFilter } from '#src/features/events/filter/url.ts';
import { isPlainName } from '#src/features/submissions/rules.ts';
import { addDaysTo, atHour, DAY_MS, dayInStockholm, hourInStockholm, weekdayOf } from '#src/shared/dates.ts';
import { hoursOf, kilometresOf } from '#src/shared/distances.ts';
import { formatPrice } from '#src/shared/text.ts';
import type { Cadence, WatchKind, WatchTarget } from './contract.ts';

/** In Stockholm. News is mailed from the first hour until the second. */
const MAIL_HOURS = { from: 7, to: 21 };
/** Between two mails with news to one address. */
export const MAIL_PAUSE_MS = 30 * 60_000;
/** Between two mails about ads that match the member's own. */
export const MATCH_PAUSE_MS = 60 * 60_000;
/** After so long, the watcher is asked whether a watch without an end should go on. */
export const RENEWAL_DAYS = 365;
/** It ends so long after the question. */
export const ANSWER_DAYS = 30;
/** An unconfirmed request is deleted after so long. */
export const REQUEST_DAYS = 14;
/** What was mailed is kept for so long. */
export const NEWS_DAYS = 730;
/** The address of a visitor is kept for so long after its last watch ended. */
export const IDLE_DAYS = 90;
/** An address that its mail server refused for good is kept for so long. */
export const REFUSAL_DAYS = 90;

/** In links that end watches: alerts about ads that match the member's own. */
export const ALERTS = 0;

export function isMailTime(now: Date): boolean {
  const hour = hourInStockholm(now);
  return hour >= MAIL_HOURS.from && hour < MAIL_HOURS.to;
}

/** `now` if mails are sent then, else 07:00 next. */
export function nextMailTime(now: Date): Date {
  if (isMailTime(now)) return now;
  const today = dayInStockholm(now);
  const isEarly = hourInStockholm(now) < MAIL_HOURS.from;
  return atHour(isEarly ? today : addDaysTo(today, 1), MAIL_HOURS.from);
}

const MONDAY = 1;

/** When news that comes up `now` is due. */
export function dueAt(cadence: Cadence, now: Date): Date {
  if (cadence === 'direct') return nextMailTime(now);
  const today = dayInStockholm(now);
  const isEarly = hourInStockholm(now) < MAIL_HOURS.from;
  let day = isEarly ? today : addDaysTo(today, 1);
  while (cadence === 'weekly' && weekdayOf(day) !== MONDAY) day = addDaysTo(day, 1);
  return atHour(day, MAIL_HOURS.from);
}

export const daysAgo = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

export const CADENCE_LABELS: Record<Cadence, string> = {
  direct: 'Direkt',
  daily: 'En gång om dagen',
  weekly: 'En gång i veckan',
};

/** What the watches of a kind notify of, for forms and lists. */
export const KIND_LABELS: Record<WatchKind, string> = {
  search: 'Nya, flyttade och inställda lopp',
  event: 'Ändringar och anmälan',
  series: 'Nästa års datum',
  market_sale: 'Platser som säljs',
  market_wanted: 'Platser som söks',
};

/** Ads may be narrowed by distance and price. */
export const isMarketKind = (kind: WatchKind): boolean => kind === 'market_sale' || kind === 'market_wanted';

/** `name` is that of the event or series. */
export function titleOf(target: WatchTarget, name: string, today: string): string {
  const { kind, query, distance, min_price: min, max_price: max } = target;
  if (kind === 'search')
    return nameOfSelection(readFilter(new URLSearchParams(query ?? '')), today) || 'Alla lopp';
  if (kind === 'event') return name;
  if (kind === 'series') return `${name} (nästa års datum)`;
  const ads = [
    TYPE_LABELS[kind === 'market_sale' ? 'sale' : 'wanted'].toLowerCase(),
    min !== null && `minst ${formatPrice(min)}`,
    max !== null && `högst ${formatPrice(max)}`,
  ];
  return `${[name, distance].filter(Boolean).join(' ')} (${ads.filter(Boolean).join(', ')})`;
}

const TITLE_MAX = 200;
const QUERY_SHOWN_MAX = 30;

const shortened = (text: string): string =>
  text.length > QUERY_SHOWN_MAX ? `${text.slice(0, QUERY_SHOWN_MAX).toWellFormed().trim()}…` : text;

/**
 * For an address that a stranger may have typed: facts of the calendar, and the words of a search only if they could
 * not be an advertisement, quoted and cut.
 */
export function titleForStranger(target: WatchTarget, name: string, today: string): string {
  if (target.query === null) return titleOf(target, name, today);
  const filter = readFilter(new URLSearchParams(target.query));
  const { q, near, distance } = filter;
  const isHarmless = [q, nameOfNear(near)].every(isPlainName) && distance.every(isMeasured);
  const title = nameOfSelection({ ...filter, q: shortened(q.trim()) }, today) || 'Alla lopp';
  return isHarmless && title.length <= TITLE_MAX ? title : 'Ditt urval av lopp';
}

/** A length or a time, and not a name. */
const isMeasured = (distance: string): boolean =>
  kilometresOf(distance) !== undefined || hoursOf(distance) !== undefined;

/** `a***@exempel.se`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@[^@]*$)/, '$1***');
