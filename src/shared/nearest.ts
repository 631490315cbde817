import { fold } from './text.ts';

/** Longer texts are no misspelt names, and comparing them takes long. */
const LENGTH_MAX = 40;
const CHOICES_MAX = 2;

/** Counts letters to add, remove, replace or swap with the next one. */
function editDistance(a: string, b: string): number {
  let [beforePrevious, previous]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current[j] = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforePrevious[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}

/** The names that a text is with the fewest errors, if these are at most one in `lettersPerError` letters. */
export function misspelt<Name extends string>(
  text: string,
  names: readonly Name[],
  lettersPerError: number,
): Name[] {
  if (text.length > LENGTH_MAX) return [];
  const typed = fold(text);
  const limit = Math.floor(typed.length / lettersPerError);
  if (limit < 1) return [];
  const ranked = names
    .map((name) => ({ name, folded: fold(name) }))
    .filter(({ folded }) => Math.abs(folded.length - typed.length) <= limit)
    .map(({ name, folded }) => ({ name, distance: editDistance(typed, folded) }));
  const least = Math.min(...ranked.map(({ distance }) => distance));
  return least > limit ? [] : ranked.filter(({ distance }) => distance === least).map(({ name }) => name);
}

const LETTERS_PER_ERROR = 3;

/**
 * Returns at most two names that a text may mean: the least misspelt ones with at most an error in three letters, or
 * else those that contain it or are contained in it.
 */
export function nearest<Name extends string>(text: string, names: readonly Name[]): Name[] {
  const found = misspelt(text, names, LETTERS_PER_ERROR);
  if (found.length > 0) return found.slice(0, CHOICES_MAX);
  const typed = fold(text);
  if (text.length > LENGTH_MAX || typed.length < LETTERS_PER_ERROR) return [];
  const isPart = (folded: string) => folded.includes(typed) || typed.includes(folded);
  return names.filter((name) => isPart(fold(name))).slice(0, CHOICES_MAX);
}

/** ` Menade du Löpning eller Löpning trail?`, or an empty text without suggestions. */
export const didYouMean = (suggestions: readonly string[]): string =>
  suggestions.length > 0 ? ` Menade du ${suggestions.join(' eller ')}?` : '';
