import fc from 'fast-check';
import { INVALID_TEXTS, INVALID_VALUES, NUMBERS, UNSTORABLE } from './invalid-values.ts';
import type { Target } from './targets.ts';
import { NEEDED_OPTIONAL_FIELDS, validValues } from './values.ts';

export const minimalInput = (target: Target): Record<string, unknown> =>
  Object.fromEntries(
    target.fields
      .filter(({ name, required }) => required || NEEDED_OPTIONAL_FIELDS.has(name))
      .map(({ name, schema }) => [name, validValues(target.name, name, schema)[0]]),
  );

export const validInput = (target: Target): fc.Arbitrary<Record<string, unknown>> => {
  if (target.fields.length === 0) return fc.constant({});
  const values: [string, fc.Arbitrary<unknown>][] = target.fields.map(({ name, schema }) => [
    name,
    fc.constantFrom(...validValues(target.name, name, schema)),
  ]);
  const requiredKeys = target.fields.filter(
    ({ name, required }) => required || NEEDED_OPTIONAL_FIELDS.has(name),
  );
  return fc
    .record<Record<string, unknown>>(Object.fromEntries(values), {
      requiredKeys: requiredKeys.map(({ name }) => name),
    })
    .map((one) => ({
      ...one,
    }));
};

const EXTRA_FIELD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'is_admin',
  'password_hash',
  'user_id',
  '',
  'a.b',
  '0',
];
const anyInvalidValue = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...INVALID_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger()) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.emailAddress() },
);
/** Invalid texts, which pass type checks. */
const anyInvalidText = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...UNSTORABLE) },
  { weight: 2, arbitrary: fc.constantFrom(...INVALID_TEXTS) },
);
const anyExtremeNumber = fc.constantFrom<unknown>(...NUMBERS);

const MUTATIONS: Record<string, (old: unknown, value: unknown) => unknown> = {
  wrap: (old) => [old ?? null],
  inside: (old, value) => {
    const [first] = Array.isArray(old) ? old : [old];
    if (typeof first !== 'object' || first === null) return Array.isArray(old) ? [...old, value] : value;
    const keys = Object.keys(first);
    const one = { ...first, [keys[String(value).length % keys.length] ?? 'label']: value };
    return Array.isArray(old) ? [one, ...old] : one;
  },
};

const isNested = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

export const mutatedInput = (target: Target): fc.Arbitrary<Record<string, unknown>> => {
  const fieldNames = target.fields.map(({ name }) => name);
  const numericFields = new Set(
    target.fields
      .filter(({ schema }) => /"(number|integer)"/.test(JSON.stringify(schema)))
      .map(({ name }) => name),
  );
  // The mutation `inside` uses these for fields that the input omits.
  const nestedValues = new Map(
    target.fields.map(({ name, schema }) => [name, validValues(target.name, name, schema).find(isNested)]),
  );
  const extra = { weight: 1, arbitrary: fc.constantFrom(...EXTRA_FIELD_NAMES) };
  const mutation = fc.record({
    name:
      fieldNames.length > 0
        ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...fieldNames) }, extra)
        : extra.arbitrary,
    how: fc.constantFrom(
      'typed',
      'typed',
      'typed',
      'set',
      'set',
      'leave out',
      'null',
      'wrap',
      'inside',
      'inside',
    ),
    value: anyInvalidValue,
    text: anyInvalidText,
    number: anyExtremeNumber,
  });
  const base = fc.oneof(
    { weight: 2, arbitrary: fc.constant(minimalInput(target)) },
    { weight: 1, arbitrary: validInput(target) },
  );
  const mutations = fc.oneof(
    { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 3 }) },
  );
  return fc.tuple(base, mutations).map(([input, chosenMutations]) => {
    const changed: Record<string, unknown> = { ...input };
    for (const { name, how, value, text, number } of chosenMutations) {
      if (how === 'leave out') delete changed[name];
      else {
        const typed = numericFields.has(name) ? number : text;
        const old = how === 'inside' && !isNested(changed[name]) ? nestedValues.get(name) : changed[name];
        const newValue = how === 'typed' ? typed : (MUTATIONS[how]?.(old, text) ?? value);
        Object.defineProperty(changed, name, {
          value: how === 'null' ? null : newValue,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
    return changed;
  });
};
