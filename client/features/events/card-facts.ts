import type { PublicEvent } from '#src/features/events/contract.ts';

// Not from RACE_FIELDS, which would add the schemas of all fields to the first load of the home page.
const FACTS = [['organizer', 'Arrangör']] as const;

export const cardFacts = (event: PublicEvent): { label: string; value: string }[] => [
  ...FACTS.flatMap(([name, label]) => (event[name] ? [{ label, value: event[name] }] : [])),
  ...event.additional_fields,
];
