import { CARD_FACTS } from '#src/features/events/facts.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';

/** As on the page of the race, but without those that are only read there. */
export const cardFacts = (event: ListedEvent): { label: string; value: string }[] => [
  ...CARD_FACTS.flatMap(({ name, label }) => {
    const value = event[name];
    return value ? [{ label, value }] : [];
  }),
  ...event.additional_fields,
];
