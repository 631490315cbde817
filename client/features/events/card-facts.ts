import type { PublicEvent } from '../../../src/features/events/contract';

/** Fields that the card shows as "label value". */
const FACTS = [['organizer', 'Arrangör']] as const;

/** The extra lines of a card: some fields of the event, then its additional fields. */
export const cardFacts = (event: PublicEvent): { label: string; value: string }[] => [
  ...FACTS.flatMap(([name, label]) => (event[name] ? [{ label, value: event[name] }] : [])),
  ...event.additional_fields,
];
