import type { PublicEvent } from '#src/features/events/contract.ts';
import { CARD_FACTS, labelOf } from '#src/features/events/labels.ts';

export const cardFacts = (event: PublicEvent): { label: string; value: string }[] => [
  ...CARD_FACTS.flatMap((name) => (event[name] ? [{ label: labelOf(name), value: event[name] }] : [])),
  ...event.additional_fields,
];
