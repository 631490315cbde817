import { capitalize, formatCount } from '#src/shared/text.ts';
import { formatRange } from '../filter/date-range.ts';
import { formatLength, formatLengths, type LengthRange, QUICK_LENGTHS } from '../filter/distance.ts';
import type { Part, PartMeaning, Understood } from './understand.ts';

/** `maj 2027`, `Halvmaraton`, `Nära Uppsala, 100 km`, `Löpning trail`, `Göteborg`. */
export function labelOfPart({ text, meanings }: Part, today: string): string {
  const specific = meanings.filter((meaning) => !('name' in meaning));
  const labels = (specific.length > 0 ? specific : meanings).map((meaning) =>
    labelOfMeaning(meaning, text, today),
  );
  return labels.length > 0 ? [...new Set(labels)].join(' eller ') : capitalize(text);
}

function labelOfMeaning(meaning: PartMeaning, text: string, today: string): string {
  if ('period' in meaning) return formatRange(meaning.period, today);
  if ('lengths' in meaning) return labelOfLengths(meaning.lengths);
  if ('hours' in meaning) return `${formatLength(meaning.hours)} timmar`;
  if ('place' in meaning) return labelOfPlace(meaning.place.near, meaning.place.within);
  if ('sports' in meaning) return meaning.sports.length > 1 ? capitalize(text) : (meaning.sports[0] ?? text);
  if ('landskap' in meaning)
    return meaning.landskap.length > 1 ? capitalize(text) : (meaning.landskap[0] ?? text);
  return capitalize(meaning.name);
}

/** Half and whole marathons have names, also if they were asked for exactly. */
function labelOfLengths({ min, max }: LengthRange): string {
  const named = QUICK_LENGTHS.slice(-2).find(
    ({ range }) => min !== null && max !== null && min >= (range.min ?? 0) && max <= (range.max ?? 0),
  );
  const rounded = (km: number | null) => km && Math.round(km * 100) / 100;
  return named?.name ?? formatLengths({ min: rounded(min), max: rounded(max) });
}

export const labelOfPlace = (name: string, within: number): string =>
  `Nära ${name}, ${formatCount(within)} km`;

/** Whether the search was understood as more than words to look for. */
export const isInterpreted = ({ parts }: Understood): boolean =>
  parts.some(({ meanings }) => meanings.length > 0);

/** The query without one of its parts. */
export const queryWithout = ({ parts }: Understood, removed: Part): string =>
  parts
    .filter((part) => part !== removed)
    .map(({ text }) => text)
    .join(' ');
