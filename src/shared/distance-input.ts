import { formatDistance, isDistanceFor, splitDistances, uniqueDistances } from './distances.ts';
import type { Sport } from './sports.ts';

export type TypedDistances = { committed: readonly string[]; draft: string };

export const NO_DISTANCES: TypedDistances = { committed: [], draft: '' };

/** A comma ends a distance, unless it may be a decimal comma: a digit before it, and a digit or nothing after it. */
const ENDING_COMMA = /(?<!\d),|,(?=[^\d])/;

/** In pasted lists, line breaks, tabs and semicolons also separate distances. */
const SEPARATORS = /[\r\n\t;]+/g;

const TEXT_MAX = 5000;

function commitValid(before: TypedDistances, parts: readonly string[], sport: Sport | ''): TypedDistances {
  const valid = parts.filter((part) => isDistanceFor(sport, part));
  const invalid = parts.filter((part) => !isDistanceFor(sport, part));
  return {
    committed: uniqueDistances([...before.committed, ...valid.map(formatDistance)]),
    draft: invalid.join(', '),
  };
}

/** Commits distances that end with a comma. The rest stays as text, including invalid ones, so that nothing is lost. */
export function typeDistances(before: TypedDistances, draft: string, sport: Sport | ''): TypedDistances {
  const parts = draft.split(ENDING_COMMA);
  const unfinished = parts.pop() ?? '';
  if (parts.length === 0) return { committed: before.committed, draft };
  const endedParts = commitValid(before, splitDistances(parts.join(', ')), sport);
  return {
    committed: endedParts.committed,
    draft: [endedParts.draft, unfinished.trimStart()].filter(Boolean).join(', '),
  };
}

/** Commits all valid distances: on Enter, on blur and on submit. */
export function commitDistances({ committed, draft }: TypedDistances, sport: Sport | ''): TypedDistances {
  return commitValid({ committed, draft: '' }, splitDistances(draft), sport);
}

/** Commits the distances of a pasted list. A single distance stays as editable text. */
export function pasteDistances(before: TypedDistances, draft: string, sport: Sport | ''): TypedDistances {
  const bounded = draft.slice(0, TEXT_MAX);
  const text = bounded.replace(SEPARATORS, ', ');
  return splitDistances(text).length > 1
    ? commitDistances({ committed: before.committed, draft: text }, sport)
    : { committed: before.committed, draft: bounded };
}

export function replaceDistance(
  { committed, draft }: TypedDistances,
  distance: string,
  replacement: string,
): TypedDistances {
  return {
    committed: uniqueDistances(committed.map((other) => (other === distance ? replacement : other))),
    draft,
  };
}

export function removeDistance({ committed, draft }: TypedDistances, distance: string): TypedDistances {
  return { committed: committed.filter((other) => other !== distance), draft };
}
