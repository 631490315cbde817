import type { PublicEvent } from '../../../src/features/events/contract';
import { formatNearDay } from '../../../src/shared/dates';

// Not from RACE_FIELDS, which would add the schemas of all fields to the first load of the home page.
const FACTS = [['organizer', 'Arrangör']] as const;

/** `Från arrangören 15 jan.` */
export const sourceOf = (event: PublicEvent, today: string): string | undefined =>
  event.organizer_confirmed_on
    ? `Från arrangören ${formatNearDay(event.organizer_confirmed_on, today)}`
    : undefined;

export const cardFacts = (event: PublicEvent): { label: string; value: string }[] => [
  ...FACTS.flatMap(([name, label]) => (event[name] ? [{ label, value: event[name] }] : [])),
  ...event.additional_fields,
];
