import type { PublicEvent } from '../../../src/features/events/contract';

/** Fields that the card shows as "label value" (D28). */
const FACTS = [['organizer', 'Arrangör']] as const;

/** What an event's card says below its name: some fields of the race, then the additional fields. */
export const cardFacts = (event: PublicEvent): { label: string; value: string }[] => [
  ...FACTS.flatMap(([name, label]) => (event[name] ? [{ label, value: event[name] }] : [])),
  ...event.additional_fields,
];
