/**
 * Texts that visitors read as a line "label: value" on the page of a race, in this order. With `isOnCard` also on its
 * card; with `isColumn`, the list in the portal can show them.
 */
export const FACTS = [
  { name: 'organizer', label: 'Arrangör', isOnCard: true, isColumn: true },
  { name: 'address', label: 'Adress' },
] as const satisfies readonly { name: string; label: string; isOnCard?: true; isColumn?: true }[];

export type FactField = (typeof FACTS)[number]['name'];

type CardFact = Extract<(typeof FACTS)[number], { isOnCard: true }>;
export const CARD_FACTS = FACTS.filter((fact): fact is CardFact => 'isOnCard' in fact);
