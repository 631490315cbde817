import { type RaceValues, raceInput, raceValues } from '#client/features/events/form/race-values.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { RaceField } from '#src/features/events/fields.ts';

export type TypedField = { key: number; label: string; value: string };

export type EventFieldValues = RaceValues & { additional_fields: readonly TypedField[] };

export const fieldsOf = (stored?: Pick<PublicEvent, RaceField>): EventFieldValues => ({
  ...raceValues(stored),
  additional_fields: stored?.additional_fields.map((field, key) => ({ key, ...field })) ?? [],
});

export function inputOf(values: EventFieldValues) {
  const { input, ...others } = raceInput(values);
  const additional_fields = values.additional_fields.map(({ label, value }) => ({ label, value }));
  return { ...others, input: { ...input, additional_fields } };
}
