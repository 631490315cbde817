import { isDistanceFor, splitDistances, uniqueDistances } from './distances';
import type { Sport } from './sports';

/** A list of distances being typed: those taken, and the text that is not one yet. */
export type TypedDistances = { taken: readonly string[]; draft: string };

export const NO_DISTANCES: TypedDistances = { taken: [], draft: '' };

/** A comma ends a distance unless a digit stands before it and a digit follows, or may still follow (D16). */
const ENDING_COMMA = /(?<!\d)\s*,|,(?=[^\d])/;

/** In a pasted list a new line, a tab or a semicolon separates as a comma does. */
const SEPARATORS = /\s*[\r\n\t;]+\s*/g;

function take(before: TypedDistances, parts: readonly string[], sport: Sport | ''): TypedDistances {
  const good = parts.filter((part) => isDistanceFor(sport, part));
  const bad = parts.filter((part) => !isDistanceFor(sport, part));
  return { taken: uniqueDistances([...before.taken, ...good]), draft: bad.join(', ') };
}

/**
 * The text was changed to `draft`. Distances that a comma has ended are taken; what comes after the last such
 * comma stays as text. When one of them is none, nothing is lost: it stays as text too.
 */
export function typeDistances(before: TypedDistances, draft: string, sport: Sport | ''): TypedDistances {
  const parts = draft.split(ENDING_COMMA);
  const rest = parts.pop() ?? '';
  if (parts.length === 0) return { taken: before.taken, draft };
  const ended = take(before, splitDistances(parts.join(', ')), sport);
  return { taken: ended.taken, draft: [ended.draft, rest.trimStart()].filter(Boolean).join(', ') };
}

/** Takes all of the text that is distances: on Enter, on leaving the field, on sending the form. */
export function finishDistances({ taken, draft }: TypedDistances, sport: Sport | ''): TypedDistances {
  return take({ taken, draft: '' }, splitDistances(draft), sport);
}

/** A list was pasted in: all of it is taken that can be. A single distance stays text that can still be changed. */
export function pasteDistances(before: TypedDistances, draft: string, sport: Sport | ''): TypedDistances {
  const text = draft.replace(SEPARATORS, ', ');
  return splitDistances(text).length > 1
    ? finishDistances({ taken: before.taken, draft: text }, sport)
    : { taken: before.taken, draft };
}

export function removeDistance({ taken, draft }: TypedDistances, distance: string): TypedDistances {
  return { taken: taken.filter((one) => one !== distance), draft };
}
