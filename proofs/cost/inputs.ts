import { minimalInput } from '#proofs/fuzz/input.ts';
import type { Request } from '#proofs/fuzz/request.ts';
import { defaultCaller, restRequest, trpcRequest } from '#proofs/fuzz/requests.ts';
import type { Field, Target } from '#proofs/fuzz/targets.ts';
import { encodeJson, raw, type Schema, validValues } from '#proofs/fuzz/values.ts';
import { BODY_BYTES, type Case, URL_BYTES } from './case.ts';
import { alternatives, fillText, isText, textLimitOf } from './schemas.ts';
import { jsonTextOf, TEXTS, type Text, textOf } from './texts.ts';
import { listOf, rawOf, SHAPES } from './values.ts';

type Input = Record<string, unknown>;
type InputVariant = { label: string; input: (maxBytes: number) => Input; isInShortForm?: boolean };

export function inputCases(target: Target, bodyBytes = BODY_BYTES): Case[] {
  if (target.kind === 'file' || target.kind === 'probe' || target.kind === 'subscription') return [];
  return [...variantsFor(target)].flatMap((variant, index) => casesFor(target, variant, index, bodyBytes));
}

const CALLERS = ['visitor', 'member', 'admin'] as const;

function casesFor(
  target: Target,
  { label, input, isInShortForm = false }: InputVariant,
  index: number,
  bodyBytes: number,
): Case[] {
  const usualCaller = defaultCaller(target);
  const hasBody = target.rest && target.rest.method !== 'GET';
  return [...new Set<Request['caller']>([usualCaller, ...(isInShortForm ? CALLERS : [])])].flatMap(
    (caller) => {
      const base = { caller, pickIndex: index, level: 'valid' as const };
      const isDefaultInShortForm = isInShortForm && caller === usualCaller;
      const rest: Case = {
        name: target.name,
        label: `${label}, REST`,
        caller,
        makeRequest: () => restRequest(target, input(hasBody ? bodyBytes : URL_BYTES), base),
        isInShortForm: isDefaultInShortForm && index % 2 === 0,
      };
      const trpc: Case = {
        ...rest,
        label: `${label}, tRPC`,
        makeRequest: () =>
          trpcRequest(target, input(target.kind === 'mutation' ? bodyBytes : URL_BYTES), base),
        isInShortForm: isDefaultInShortForm && index % 2 === 1,
      };
      if (!target.rest) return [{ ...trpc, isInShortForm: isDefaultInShortForm }];
      return isInShortForm ? [rest, trpc] : [index % 2 === 0 ? rest : trpc];
    },
  );
}

/** In bytes, next to the smallest valid input. */
export const remainingBytes = (minimal: Input, maxBytes: number) =>
  Math.max(100, maxBytes - encodeJson(minimal).length - 200);

function* variantsFor(target: Target): Generator<InputVariant> {
  const minimal = minimalInput(target);
  const fields = target.fields.filter((one) => one.in !== 'path');
  for (const shape of SHAPES) {
    yield {
      label: `${shape.label} in an extra field`,
      input: (maxBytes) => ({ ...minimal, more: rawOf(shape, remainingBytes(minimal, maxBytes)) }),
      isInShortForm: shape.label === 'keys' || shape.label === 'nested lists',
    };
    for (const { name } of fields)
      yield {
        label: `${shape.label} as ${name}`,
        input: (maxBytes) => ({ ...minimal, [name]: rawOf(shape, remainingBytes(minimal, maxBytes)) }),
      };
  }
  for (const field of fields) {
    for (const { label, value, isInShortForm } of valuesFor(target, field))
      yield {
        label: `${label} as ${field.name}`,
        input: (maxBytes) => ({ ...minimal, [field.name]: value(remainingBytes(minimal, maxBytes)) }),
        isInShortForm,
      };
  }
  yield {
    label: 'every field an object',
    input: () => Object.fromEntries(fields.map(({ name }) => [name, {}])),
    isInShortForm: true,
  };
  if (fields.some(isText)) yield* textsFor(target, fields.filter(isText), minimal);
}

const isLikelySlow = ({ label }: Text) => /^(unordered combining marks|open lists|NFKD 18)/.test(label);

function* textsFor(target: Target, fields: readonly Field[], minimal: Input): Generator<InputVariant> {
  const textLimits = fields.map((field) => ({
    name: field.name,
    limit: textLimitOf(target, field, minimal),
  }));
  for (const text of TEXTS) {
    yield {
      label: `${text.label} in every text field at its maximum length`,
      input: (maxBytes) => {
        const maxLength = Math.floor(maxBytes / 3 / textLimits.length);
        const longestTexts = textLimits.flatMap(({ name, limit }) =>
          limit ? [[name, fillText(text, { ...limit, length: Math.min(limit.length, maxLength) })]] : [],
        );
        return { ...minimal, ...Object.fromEntries(longestTexts) };
      },
      isInShortForm: isLikelySlow(text) || text.label === 'letters',
    };
    for (const { name, limit } of textLimits)
      if (!limit)
        yield {
          label: `${text.label} as ${name}`,
          input: () => ({ ...minimal, [name]: textOf(text, 5000) }),
        };
    yield {
      label: `${text.label} in every text field up to the size limit`,
      input: (maxBytes) => {
        const bytesEach = Math.floor(remainingBytes(minimal, maxBytes) / fields.length) - 50;
        return {
          ...minimal,
          ...Object.fromEntries(fields.map(({ name }) => [name, raw(jsonTextOf(text, bytesEach))])),
        };
      },
    };
    if (isLikelySlow(text))
      for (const { name } of fields)
        yield {
          label: `${text.label} as ${name}, up to the size limit`,
          input: (maxBytes) => ({
            ...minimal,
            [name]: raw(jsonTextOf(text, remainingBytes(minimal, maxBytes))),
          }),
          isInShortForm: text.label === 'unordered combining marks',
        };
  }
}

type ValueVariant = { label: string; value: (maxBytes: number) => unknown; isInShortForm: boolean };
/** The largest list may have this length. */
const LIST_LENGTH = 20;

/** Also covers nested lists: as many valid or empty items as fit, and `LIST_LENGTH` items of long texts. */
function* valuesFor(
  target: Target,
  { name, schema }: Pick<Field, 'name' | 'schema'>,
): Generator<ValueVariant> {
  for (const alternative of alternatives(schema)) {
    for (const [key, propertySchema] of Object.entries(alternative.properties ?? {})) {
      const validValue = validValues(target.name, name, alternative).find((value) => value !== null) as Input;
      for (const { label, value, isInShortForm } of valuesFor(target, { name: key, schema: propertySchema }))
        yield {
          label: `${label} as ${key}`,
          value: (maxBytes) => ({ ...validValue, [key]: value(maxBytes) }),
          isInShortForm,
        };
    }
    if (alternative.type !== 'array') continue;
    const item = alternative.items ?? {};
    const validValue = encodeJson(validValues(target.name, name, item)[0] ?? null);
    for (const shape of [listOf(validValue), listOf('{}'), listOf('""')])
      yield { label: shape.label, value: (maxBytes) => rawOf(shape, maxBytes), isInShortForm: true };
    for (const text of TEXTS)
      yield {
        label: `${LIST_LENGTH} items of ${text.label}`,
        value: () => Array.from({ length: LIST_LENGTH }, (_, index) => itemOf(item, text, index)),
        isInShortForm: isLikelySlow(text),
      };
  }
}

/** The first text is often a name, which must be shorter. */
function itemOf({ type, properties = {} }: Schema, text: Text, index: number): unknown {
  if (type !== 'object') return textOf(text, 5000);
  return Object.fromEntries(
    Object.keys(properties).map((key, fieldIndex) => [
      key,
      `${index} ${textOf(text, fieldIndex === 0 ? 190 : 4900)}`,
    ]),
  );
}
