import type { Sport } from './sports';
import { compareNames } from './text';

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

const LENGTH = /^(\d{1,3}(?:[ \u00a0]\d{3})+|\d{1,7})(?:[.,](\d{1,4}))?\s*(km|mil|m|k)?$/i;
const TIME = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*(h|tim|timme|timmar|min|minut|minuter|dygn)$/i;
const HOURS: Record<string, number> = {
  h: 1,
  tim: 1,
  timme: 1,
  timmar: 1,
  min: 1 / 60,
  minut: 1 / 60,
  minuter: 1 / 60,
  dygn: 24,
};

const impliedUnit = (number: number) => (number > 100 ? 'm' : 'km');

/** Units are km, K, m and mil (10 km); a bare number over 100 is in metres. */
export function kilometresOf(distance: string): number | undefined {
  const parts = LENGTH.exec(distance.trim());
  if (!parts) return undefined;
  const [, whole = '', decimals = '0', unit] = parts;
  const number = Number(`${whole.replace(/\s/g, '')}.${decimals}`);
  if (number <= 0) return undefined;
  switch (unit?.toLowerCase() ?? impliedUnit(number)) {
    case 'm':
      return number / 1000;
    case 'mil':
      return number * 10;
    default:
      return number;
  }
}

/** Accepts times such as `6 timmar` or `24 h`. */
export function hoursOf(distance: string): number | undefined {
  const parts = TIME.exec(distance.trim());
  if (!parts) return undefined;
  const [, whole = '', decimals = '0', unit = 'h'] = parts;
  const number = Number(`${whole}.${decimals}`);
  return number > 0 ? number * (HOURS[unit.toLowerCase()] ?? 1) : undefined;
}

/** Whether readers cannot tell the unit. In Triathlon a number may be a name (`70.3`), in a timed race hours. */
export function isBareNumber(distance: string, sport: Sport | ''): boolean {
  const isAmbiguous = sport !== 'Triathlon' && sport !== 'Löpning - tidslopp';
  return isAmbiguous && kilometresOf(distance) !== undefined && !/\p{L}/u.test(distance);
}

/** `42.1KM` becomes `42,1 km`, `5K` becomes `5 km`. Text that is not a length with a unit is returned unchanged. */
export function formatDistance(distance: string): string {
  const [, whole, decimals, typedUnit] = LENGTH.exec(distance.trim()) ?? [];
  if (!typedUnit || kilometresOf(distance) === undefined) return distance;
  const unit = typedUnit.toLowerCase();
  return `${whole}${decimals ? `,${decimals}` : ''} ${unit === 'k' ? 'km' : unit}`;
}

export const formatDistances = (distances: readonly string[]): string[] =>
  uniqueDistances(distances.map(formatDistance));

/** A bare number gets the unit that {@link kilometresOf} reads it in, so that no number is published without one. */
export const publishedDistances = (distances: readonly string[], sport: Sport): string[] =>
  formatDistances(
    distances.map((distance) =>
      isBareNumber(distance, sport)
        ? `${distance} ${impliedUnit(Number(distance.replace(/\s/g, '').replace(',', '.')))}`
        : distance,
    ),
  );

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
  const km = kilometresOf(text);
  if (km !== undefined) return { text, kind: 0, size: km };
  const hours = hoursOf(text);
  return hours === undefined ? { text, kind: 2, size: 0 } : { text, kind: 1, size: hours };
}

/** Lengths in ascending order, then times, then words in Swedish order. */
export const sortDistances = (distances: readonly string[]): string[] =>
  distances
    .map(rankOf)
    .sort((a, b) => a.kind - b.kind || a.size - b.size || compareNames(a.text, b.text))
    .map(({ text }) => text);
