import fc from 'fast-check';
import { CANARY, INVALID_VALUES } from './invalid-values.ts';
import type { Request } from './request.ts';
import type { Target } from './targets.ts';
import { encodeJson } from './values.ts';

const ODD_NAMES = [
  '',
  'nobody',
  'public',
  'public.events',
  '__proto__',
  'constructor',
  'public.__proto__',
  'toString',
  '.',
  'a'.repeat(3000),
  '%00',
  '%2C',
  `${CANARY}.list`,
  '_def',
  'public.events.list.x',
];
const ODD_INPUTS = [
  '',
  '{',
  'null',
  '[]',
  '{}',
  '"x"',
  '1',
  '{"0":',
  '{"0":null}',
  '{"1":{}}',
  '{"0":{"json":{}}}',
  '{"__proto__":{}}',
  '[[{}]]',
  `{"${CANARY}":1}`,
  '%',
  '%ff',
  '{"99999":1}',
  '{"-1":1}',
  '{"0":"\\ud800"}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
];
const QUERY_SUFFIXES = [
  '',
  '&batch=1',
  '&batch=',
  '&batch=2',
  '&batch=1&batch=1',
  '&connectionParams=1',
  '&connectionParams={}',
  '&connectionParams=[',
  '&connectionParams={"a":1}',
  '&connectionParams={"a":"b"}',
  '&lastEventId=1',
  '&lastEventId=%00',
  '&input=1',
  '&__proto__=1',
];

export const oddTrpc = (request: Request, targets: readonly Target[]): fc.Arbitrary<Request> => {
  const procedureNames = targets
    .filter(({ kind }) => kind === 'query' || kind === 'mutation' || kind === 'subscription')
    .map(({ name }) => name);
  const names = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...procedureNames) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
    ),
    { minLength: 1, maxLength: 13 },
  );
  const emptyInput = encodeJson({});
  const input = fc.oneof(
    fc.constantFrom(...ODD_INPUTS),
    fc
      .array(
        fc.tuple(
          fc.constantFrom('0', '1', '2', '5', '9', '10', 'x', '__proto__'),
          fc.constantFrom<unknown>(...INVALID_VALUES.slice(0, 60), {}, { id: 'PICK_event__' }),
        ),
        { maxLength: 6 },
      )
      .map((pairs) => `{${pairs.map(([key, value]) => `"${key}":${encodeJson(value)}`).join(',')}}`),
    fc.constant(typeof request.body === 'string' ? request.body : emptyInput),
  );
  return fc
    .record({
      names,
      input,
      querySuffix: fc.constantFrom(...QUERY_SUFFIXES),
      isBatch: fc.constantFrom(true, true, true, false),
      method: fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'HEAD'),
      isSingle: fc.boolean(),
      stream: fc.constantFrom(undefined, undefined, undefined, 'application/jsonl'),
    })
    .map(({ names, input, querySuffix, isBatch, method, isSingle, stream }) => {
      const calledNames = isSingle ? request.procedures : names;
      const inQuery = method === 'GET' || method === 'HEAD';
      return {
        ...request,
        procedures: calledNames,
        method,
        path: `/trpc/${calledNames.join(',')}?${isBatch ? 'batch=1' : 'x='}${inQuery ? `&input=${encodeURIComponent(input).slice(0, 12_000)}` : ''}${querySuffix}`,
        headers: {
          ...(inQuery ? {} : { 'content-type': 'application/json' }),
          ...(stream && { 'trpc-accept': stream }),
        },
        body: inQuery ? undefined : input,
        isStream: calledNames.some((name) => name.includes('conversations.live')),
      };
    });
};
