import type { Understood } from './understand.ts';

/** Where a query was found, best first. Of several words, the one that is found last counts. */
const RANKS = ['exact', 'name', 'place', 'organizer', 'meaning', 'similar'] as const;
export type Rank = (typeof RANKS)[number];
export const [EXACT, NAME, PLACE, ORGANIZER, MEANING, SIMILAR] = [0, 1, 2, 3, 4, 5];
export const NO_SCORE: number = Number.POSITIVE_INFINITY;

/** A corrected word is worth less than any other, and keeps the order of its ranks. */
export const rankOf = (score: number): Rank => RANKS[Math.min(score, SIMILAR)] ?? 'similar';

/** What a query means, and the items that it finds. The lower their score, the better. */
export type Found<Item> = { understood: Understood; scores: ReadonlyMap<Item, number> };

/** Whether no item has all words of the query, only similar ones. */
export const isSimilar = ({ scores }: Found<unknown>): boolean =>
  scores.size > 0 && [...scores.values()].every((score) => score >= SIMILAR);
