import { isDistanceFor, splitDistances, uniqueDistances } from './distances';
import type { Sport } from './sports';

/** A list of distances being typed: those taken, and the text that is not one yet. */
export type TypedDistances = { taken: readonly string[]; draft: string };

export const NO_DISTANCES: TypedDistances = { taken: [], draft: '' };

/** A comma ends a distance unless a digit stands before it and a digit follows, or may still follow (D16). */
const ENDING_COMMA = /(?<!\d),|,(?=[^\d])/;

/** In a pasted list a new line, a tab or a semicolon separates as a comma does. */
const SEPARATORS = /[\r\n\t;]+/g;

/** More text than a list of distances may be (D33) is cut off. */
const TEXT_MAX = 5000;

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
  const bounded = draft.slice(0, TEXT_MAX);
  const text = bounded.replace(SEPARATORS, ', ');
  return splitDistances(text).length > 1
    ? finishDistances({ taken: before.taken, draft: text }, sport)
    : { taken: before.taken, draft: bounded };
}

export function removeDistance({ taken, draft }: TypedDistances, distance: string): TypedDistances {
  return { taken: taken.filter((one) => one !== distance), draft };
}
