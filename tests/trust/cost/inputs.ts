import type { Request } from '../fuzz/request';
import { leastInput, ownerOf, restRequest, trpcRequest } from '../fuzz/requests';
import type { Field, Target } from '../fuzz/targets';
import { encodeJson, raw, rightValues, type Schema } from '../fuzz/values';
import { BODY, type Case, LINE } from './case';
import { alternatives, filling, isText, roomIn } from './schemas';
import { jsonTextOf, TEXTS, type Text, textOf } from './texts';
import { listOf, rawOf, SHAPES } from './values';

type Input = Record<string, unknown>;
type Made = { of: string; input: (room: number) => Input; isShort?: boolean };

export function inputCases(target: Target, body = BODY): Case[] {
  if (target.kind === 'file' || target.kind === 'probe' || target.kind === 'subscription') return [];
  return [...madeFor(target)].flatMap((made, which) => sent(target, made, which, body));
}

const CALLERS = ['visitor', 'member', 'admin'] as const;

function sent(target: Target, { of, input, isShort = false }: Made, which: number, body: number): Case[] {
  const owner = ownerOf(target);
  const inBody = target.rest && target.rest.method !== 'GET';
  return [...new Set<Request['as']>([owner, ...(isShort ? CALLERS : [])])].flatMap((as) => {
    const base = { as, which, level: 'right' as const };
    const isOwn = isShort && as === owner;
    const rest: Case = {
      name: target.name,
      of: `${of}, REST`,
      as,
      make: () => restRequest(target, input(inBody ? body : LINE), base),
      isShort: isOwn && which % 2 === 0,
    };
    const trpc: Case = {
      ...rest,
      of: `${of}, tRPC`,
      make: () => trpcRequest(target, input(target.kind === 'mutation' ? body : LINE), base),
      isShort: isOwn && which % 2 === 1,
    };
    if (!target.rest) return [{ ...trpc, isShort: isOwn }];
    return isShort ? [rest, trpc] : [which % 2 === 0 ? rest : trpc];
  });
}

/** In bytes, next to the smallest valid input. */
export const beside = (least: Input, room: number) => Math.max(100, room - encodeJson(least).length - 200);

function* madeFor(target: Target): Generator<Made> {
  const least = leastInput(target);
  const fields = target.fields.filter((one) => one.in !== 'path');
  for (const shape of SHAPES) {
    yield {
      of: `${shape.of} beside the input`,
      input: (room) => ({ ...least, more: rawOf(shape, beside(least, room)) }),
      isShort: shape.of === 'keys' || shape.of === 'nested lists',
    };
    for (const { name } of fields)
      yield {
        of: `${shape.of} as ${name}`,
        input: (room) => ({ ...least, [name]: rawOf(shape, beside(least, room)) }),
      };
  }
  for (const field of fields) {
    for (const { of, value, isShort } of valuesFor(target, field))
      yield {
        of: `${of} as ${field.name}`,
        input: (room) => ({ ...least, [field.name]: value(beside(least, room)) }),
        isShort,
      };
  }
  yield {
    of: 'every field wrong',
    input: () => Object.fromEntries(fields.map(({ name }) => [name, {}])),
    isShort: true,
  };
  if (fields.some(isText)) yield* textsFor(target, fields.filter(isText), least);
}

const isLikelySlow = ({ of }: Text) => /^(marks to be|open lists|NFKD 18)/.test(of);

function* textsFor(target: Target, fields: readonly Field[], least: Input): Generator<Made> {
  const rooms = fields.map((field) => ({ name: field.name, room: roomIn(target, field, least) }));
  for (const text of TEXTS) {
    yield {
      of: `${text.of} in every text, the longest`,
      input: (bytes) => {
        const most = Math.floor(bytes / 3 / rooms.length);
        const longest = rooms.flatMap(({ name, room }) =>
          room ? [[name, filling(text, { ...room, length: Math.min(room.length, most) })]] : [],
        );
        return { ...least, ...Object.fromEntries(longest) };
      },
      isShort: isLikelySlow(text) || text.of === 'letters',
    };
    for (const { name, room } of rooms)
      if (!room)
        yield { of: `${text.of} as ${name}`, input: () => ({ ...least, [name]: textOf(text, 5000) }) };
    yield {
      of: `${text.of} in every text, up to the limit`,
      input: (room) => {
        const each = Math.floor(beside(least, room) / fields.length) - 50;
        return {
          ...least,
          ...Object.fromEntries(fields.map(({ name }) => [name, raw(jsonTextOf(text, each))])),
        };
      },
    };
    if (isLikelySlow(text))
      for (const { name } of fields)
        yield {
          of: `${text.of} as ${name}, up to the limit`,
          input: (room) => ({ ...least, [name]: raw(jsonTextOf(text, beside(least, room))) }),
          isShort: text.of === 'marks to be sorted',
        };
  }
}

type Value = { of: string; value: (room: number) => unknown; isShort: boolean };
/** The largest list may have this length. */
const ITEMS = 20;

/** Also covers nested lists: as many valid or empty items as fit, and `ITEMS` items of long texts. */
function* valuesFor(target: Target, { name, schema }: Pick<Field, 'name' | 'schema'>): Generator<Value> {
  for (const one of alternatives(schema)) {
    for (const [key, inner] of Object.entries(one.properties ?? {})) {
      const right = rightValues(target.name, name, one).find((value) => value !== null) as Input;
      for (const { of, value, isShort } of valuesFor(target, { name: key, schema: inner }))
        yield { of: `${of} as ${key}`, value: (room) => ({ ...right, [key]: value(room) }), isShort };
    }
    if (one.type !== 'array') continue;
    const item = one.items ?? {};
    const right = encodeJson(rightValues(target.name, name, item)[0] ?? null);
    for (const shape of [listOf(right), listOf('{}'), listOf('""')])
      yield { of: shape.of, value: (room) => rawOf(shape, room), isShort: true };
    for (const text of TEXTS)
      yield {
        of: `${ITEMS} items of ${text.of}`,
        value: () => Array.from({ length: ITEMS }, (_, nth) => itemOf(item, text, nth)),
        isShort: isLikelySlow(text),
      };
  }
}

/** The first text is often a name, which must be shorter. */
function itemOf({ type, properties = {} }: Schema, text: Text, nth: number): unknown {
  if (type !== 'object') return textOf(text, 5000);
  return Object.fromEntries(
    Object.keys(properties).map((key, at) => [key, `${nth} ${textOf(text, at === 0 ? 190 : 4900)}`]),
  );
}
