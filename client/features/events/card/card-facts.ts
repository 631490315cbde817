import { FACTS } from '#src/features/events/facts.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';

/** As on the page of the race, but without those that are only read there. */
export const cardFacts = (event: ListedEvent): { label: string; value: string }[] => [
  ...FACTS.flatMap((fact) => {
    const value = 'isOnCard' in fact && event[fact.name];
    return value ? [{ label: fact.label, value }] : [];
  }),
  ...event.additional_fields,
];
