import type { PublicEvent } from '../../../src/features/events/contract';

const FACTS = [['organizer', 'Arrangör']] as const;

export const cardFacts = (event: PublicEvent): { label: string; value: string }[] => [
  ...FACTS.flatMap(([name, label]) => (event[name] ? [{ label, value: event[name] }] : [])),
  ...event.additional_fields,
];
