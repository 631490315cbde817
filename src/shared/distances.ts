import type { Sport } from './sports.ts';
import { compareNames } from './text.ts';

/** Of one event. */
export const DISTANCES_MAX = 30;

/** Splits a list at commas that are not between two digits: `10 km, 42,1 km` is two distances. */
export function splitDistances(text: string): string[] {
  const parts = text.split(/(?<!\d),|,(?!\d)/).map((part) => part.trim().replace(/\s+/g, ' '));
  return uniqueDistances(parts.filter(Boolean));
}

export function joinDistances(distances: readonly string[]): string {
  return distances.join(', ');
}

export function distanceKey(distance: string): string {
  return distance.replace(/\s+/g, '').toLowerCase();
}

/** `10km` and `10 km` are duplicates. */
export function uniqueDistances(distances: readonly string[]): string[] {
  const seen = new Set<string>();
  return distances.filter((text) => !seen.has(distanceKey(text)) && seen.add(distanceKey(text)));
}

const LENGTH =
  /^(\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+|\d{1,7})(?:[.,](\d{1,4}))?\s*(km|kilometer|kilometers|kilometres?|mil|miles?|mi|m|meters?|metres?|k)?$/i;
/** Nobody measures a race to the millimetre: `10,000 m` and `10.000 m` have thousands. */
const THOUSANDS = /^(?:([1-9]\d{0,2})[.,](\d{3})(?=\s*m(?:eters?|etres?)?$)|([1-9]\d\d)[.,](\d{3})$)/i;
const TIME = /^(\d{1,4})(?:[.,](\d{1,2}))?[\s-]*(h|tim|timme|timmar|timmars|hours?|min|minut|minuter|dygn)$/i;
const UNITS: Record<string, string> = {
  k: 'km',
  kilometer: 'km',
  kilometers: 'km',
  kilometre: 'km',
  kilometres: 'km',
  meter: 'm',
  meters: 'm',
  metre: 'm',
  metres: 'm',
  mi: 'miles',
  mile: 'miles',
};
const KILOMETRES: Record<string, number> = { km: 1, m: 1 / 1000, mil: 10, miles: 1.609344 };

function partsOfLength(text: string) {
  const parts = LENGTH.exec(text.trim().replace(THOUSANDS, '$1$3 $2$4'));
  if (!parts) return undefined;
  const [, whole = '', decimals, typedUnit] = parts;
  const unit = typedUnit?.toLowerCase();
  return { whole, decimals, unit: unit && (UNITS[unit] ?? unit) };
}

const HOURS: Record<string, number> = {
  h: 1,
  tim: 1,
  timme: 1,
  timmar: 1,
  timmars: 1,
  hour: 1,
  hours: 1,
  min: 1 / 60,
  minut: 1 / 60,
  minuter: 1 / 60,
  dygn: 24,
};

const impliedUnit = (number: number) => (number > 100 ? 'm' : 'km');

/** Without the errors of binary fractions: 2,01 mil is 20,1 km. */
const rounded = (number: number) => Math.round(number * 1e6) / 1e6;

/** Units are km, K, m, mil (10 km) and miles; a bare number over 100 is in metres. Rounded to a millimetre. */
export function kilometresOf(distance: string): number | undefined {
  const parts = partsOfLength(distance);
  if (!parts) return undefined;
  const { whole, decimals = '0', unit } = parts;
  const number = Number(`${whole.replace(/\s/g, '')}.${decimals}`);
  const km = rounded(number * (KILOMETRES[unit ?? impliedUnit(number)] ?? 1));
  return km > 0 ? km : undefined;
}

/** Accepts times such as `6 timmar` or `24 h`. */
export function hoursOf(distance: string): number | undefined {
  const parts = TIME.exec(distance.trim());
  if (!parts) return undefined;
  const [, whole = '', decimals = '0', unit = 'h'] = parts;
  const number = Number(`${whole}.${decimals}`);
  return number > 0 ? rounded(number * (HOURS[unit.toLowerCase()] ?? 1)) : undefined;
}

/** Whether readers cannot tell the unit. In Triathlon a number may be a name (`70.3`), in a timed race hours. */
export function isBareNumber(distance: string, sport: string): boolean {
  const isAmbiguous = sport !== 'Triathlon' && sport !== 'Löpning - tidslopp';
  return isAmbiguous && hasNoUnit(distance);
}

/** True for `24` and `140.6`. */
export const hasNoUnit = (distance: string): boolean =>
  !/\p{L}/u.test(distance) && kilometresOf(distance) !== undefined;

const numberOf = (distance: string) => Number(distance.replace(/\s/g, '').replace(',', '.'));

/** A bare number gets the unit that {@link kilometresOf} reads it in. */
const withLengthUnit = (distance: string, sport: string): string =>
  isBareNumber(distance, sport) ? `${distance} ${impliedUnit(numberOf(distance))}` : distance;

/** A number without a unit gets that of its sport: of a length, or hours. In Triathlon it is a name. */
export const withUnit = (distance: string, sport: string): string =>
  sport === 'Löpning - tidslopp' && hasNoUnit(distance) ? `${distance} h` : withLengthUnit(distance, sport);

/**
 * `42.1KM` becomes `42,1 km`, `5K` becomes `5 km`, `10,000 m` becomes `10 000 m`. Text that is not a length with a unit
 * is returned unchanged.
 */
export function formatDistance(distance: string): string {
  const { whole, decimals, unit } = partsOfLength(distance) ?? {};
  if (!unit || kilometresOf(distance) === undefined) return distance;
  return `${whole}${decimals ? `,${decimals}` : ''} ${unit}`;
}

export const formatDistances = (distances: readonly string[]): string[] =>
  uniqueDistances(distances.map(formatDistance));

/** In `10 km +640 m` the sign is that of a climb. */
const LIST_SIGN = /\s*(?:[/;&|\n]|(?<!\s)\+|\+(?=\s)|(?<!\p{L})(?:och|samt|eller|og|and|or)(?!\p{L}))\s*/iu;
const LIST_SPLIT = new RegExp(`${LIST_SIGN.source}|,(?!\\d)|(?<!\\d),`, 'iu');
const LIST_MAX = 200;
const CLIMB_SIGN = /[/+]/;

const MARATHON = /marath?on/i;
const HALF_FRACTION = /(?:1\/2|½)[ -]?(?=marath?on)/i;
const lengthOfMarathon = (part: string) => {
  if (/^(?:halv|half)[ -]?marath?on$/i.test(part)) return '21,1 km';
  return /^(?:hel)?marath?on$/i.test(part) ? '42,2 km' : part;
};

/**
 * `5/10/21 km` and `5, 10 och 21 km` become lists with commas, in which each has the unit of the last. Other texts are
 * returned unchanged, also the parts of a triathlon, which are in no order: `1,9/90/21 km`.
 */
export function spellOutList(text: string): string {
  if (text.length > LIST_MAX || !(LIST_SIGN.test(text) || MARATHON.test(text))) return text;
  const parts = text
    .replace(HALF_FRACTION, 'halv')
    .split(LIST_SPLIT)
    .map((part) => lengthOfMarathon(part.trim()));
  // "+640 m" is no list.
  if (parts.includes('')) return text;
  const unit = /\d\s*(\p{L}+)$/u.exec(parts.at(-1) ?? '')?.[1];
  if (!unit) return text;
  const listed = parts.map((part) => (/\p{L}/u.test(part) ? part : `${part} ${unit}`));
  const sizes = listed.map((part) => kilometresOf(part) ?? hoursOf(part) ?? Number.NaN);
  const steps = sizes.slice(1).map((size, index) => Math.sign(size - (sizes[index] ?? 0)));
  // Metres after kilometres are rather a climb: "42 km / 2500 m".
  const isClimb =
    CLIMB_SIGN.test(text) && listed.slice(1).some((part) => /\dm$/i.test(part.replace(/\s/g, '')));
  if (isClimb && /km/i.test(listed[0] ?? '')) return text;
  const isOrdered =
    !LIST_SIGN.test(text) || steps.every((step) => step === 1) || steps.every((step) => step === -1);
  return isOrdered ? joinDistances(listed) : text;
}

/** With a unit, so that no bare number is published. */
export const publishedDistances = (distances: readonly string[], sport: Sport): string[] =>
  formatDistances(distances.map((distance) => withLengthUnit(distance, sport)));

/** In characters. */
export const DISTANCE_MAX = 60;

/** A length, for tidslopp also a time, for Triathlon any text. */
export function isDistanceFor(sport: Sport | '', distance: string): boolean {
  const text = distance.trim();
  if (!text || text.length > DISTANCE_MAX) return false;
  if (sport === 'Triathlon') return true;
  if (kilometresOf(text) !== undefined) return true;
  return sport === 'Löpning - tidslopp' && hoursOf(text) !== undefined;
}

type Ranked = { text: string; kind: number; size: number };

function rankOf(text: string): Ranked {
  if (hasNoUnit(text)) return { text, kind: 2, size: numberOf(text) };
  const km = kilometresOf(text);
  if (km !== undefined) return { text, kind: 0, size: km };
  const hours = hoursOf(text);
  return hours === undefined ? { text, kind: 2, size: 0 } : { text, kind: 1, size: hours };
}

/** Lengths in ascending order, then times, then words in Swedish order, then numbers without a unit. */
export const sortDistances = (distances: readonly string[]): string[] =>
  distances
    .map(rankOf)
    .sort((a, b) => a.kind - b.kind || a.size - b.size || compareNames(a.text, b.text))
    .map(({ text }) => text);
