import type { PublicEvent } from '../../../../src/features/events/contract';
import type { RaceField } from '../../../../src/features/events/fields';
import { type RaceValues, raceInput, raceValues } from '../race-values';

/** A label with its value; `key` tells rows apart while they come and go. */
export type TypedField = { key: number; label: string; value: string };

/** What a form holds of an event that an admin writes, but for its stamp and its spot. */
export type EventFieldValues = RaceValues & { additional_fields: readonly TypedField[] };

/** The fields before anything is typed, or those of something stored: an event, or a proposal of one. */
export const fieldsOf = (stored?: Pick<PublicEvent, RaceField>): EventFieldValues => ({
  ...raceValues(stored),
  additional_fields: stored?.additional_fields.map((field, key) => ({ key, ...field })) ?? [],
});

/** What is sent of the fields. */
export function inputOf(values: EventFieldValues) {
  const { input, ...others } = raceInput(values);
  const additional_fields = values.additional_fields.map(({ label, value }) => ({ label, value }));
  return { ...others, input: { ...input, additional_fields } };
}
