import * as v from 'valibot';
import { optionalChoice, optionalDay, optionalText, optionalUrl } from '#src/shared/fields.ts';
import { nullableString } from './schemas.ts';

/**
 * Where the kept one of two duplicates lacks a value: it takes that of the other, or never, or that of all fields of a
 * group together if it lacks the first of them. With `onSameDay` only if both are on the same day, with `orAlone` also
 * without the group.
 */
export type Merge = 'fill' | 'never' | { together: string; onSameDay?: true; orAlone?: true };

type Decisions = {
  merge: Merge;
  /** Whether organisers change it at once, propose it to an admin, or neither. */
  organisers: 'direct' | 'reviewed' | 'no';
  /** Whether feeds for programs carry it, as text. */
  inFeeds: boolean;
};

export type Field = Decisions & {
  input: v.GenericSchema;
  output: v.GenericSchema;
  /** The cells of the two example rows in the import template. Fields without examples cannot be imported. */
  examples?: readonly [string, string];
  /** For the API description. Fields without it are described in their own words there. */
  about?: string;
};

type Examples = readonly [string, string];

/** `about` is a sentence for the API description. The forms show it as a field for one line. */
export const optionalTextField = <
  const Part extends Decisions & { about: string; examples: Examples; max?: number },
>({
  max,
  ...part
}: Part) => ({ ...part, input: optionalText(max), output: nullableString });

const fieldOf =
  <Input extends v.GenericSchema, Output extends v.GenericSchema>(input: Input, output: Output) =>
  <const Part extends Decisions & { examples: Examples }>(part: Part) => ({ ...part, input, output });
export const linkField = fieldOf(optionalUrl, nullableString);
export const dayField = fieldOf(optionalDay, nullableString);

/** The first choice is the one of events for which nothing is said. */
export const choiceField = <
  const Choices extends readonly [string, ...string[]],
  const Part extends Decisions & { examples: Examples },
>(
  choices: Choices,
  part: Part,
) => ({
  ...part,
  input: optionalChoice(choices, choices[0] as Choices[number], 'event.choice'),
  output: v.picklist(choices),
});
