import fc from 'fast-check';
import { CANARY, INVALID_VALUES } from './invalid-values.ts';
import type { Request } from './request.ts';
import { encodeJson } from './values.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);
const TEN_MB = toBytes(`{"email":"${'x'.repeat(10_000_000)}"}`);
const EMPTY_MESSAGE = '{"message":""}';
const bodyOfSize = (size: number) => toBytes(`{"message":"${'x'.repeat(size - EMPTY_MESSAGE.length)}"}`);
/** At the size limit for JSON, and one byte over it. */
const BODIES_AT_LIMIT = [bodyOfSize(1_000_000), bodyOfSize(1_000_001)];
const INVALID_BYTES = [
  [0xff, 0xfe, 0x7b, 0x00],
  [0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d],
  [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d],
  [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
  [0x1f, 0x8b, 0x08, 0x00, 0x00],
  [0x00],
].map((list) => Uint8Array.from(list));
const JSON_FRAGMENTS = [
  '',
  '{',
  '}',
  '[]',
  'null',
  '"x"',
  '1',
  'NaN',
  'undefined',
  '{"a":1,}',
  "{'a':1}",
  '{}{}',
  '\ufeff{}',
  '{"a":"\t"}',
  '{"\\ud800":1}',
  '// {}',
  '{"email":"a","email":"b"}',
];
export const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/ld+json',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(500)}`,
  'application/octet-stream',
  'application/xml',
  'json',
  ';',
  `text/${CANARY}`,
];

export const oddBody = (request: Request, deeplyNested: readonly string[]): fc.Arbitrary<Request> => {
  const originalBody = typeof request.body === 'string' ? request.body : '{}';
  const bodies = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom<string | Uint8Array<ArrayBuffer>>(...JSON_FRAGMENTS, ...INVALID_BYTES),
    },
    { weight: 6, arbitrary: fc.nat(originalBody.length).map((length) => originalBody.slice(0, length)) },
    {
      weight: 4,
      arbitrary: fc.constant(originalBody.replace('{', `{"__proto__":{"x":1},"${CANARY}":`.concat('1,'))),
    },
    { weight: 4, arbitrary: fc.constant(originalBody.replace('}', ',"id":1,"id":2}')) },
    { weight: 4, arbitrary: fc.constantFrom<unknown>(...INVALID_VALUES).map(encodeJson) },
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 200 }).map((list) => Uint8Array.from(list)) },
    { weight: 2, arbitrary: fc.constantFrom(...deeplyNested) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...deeplyNested)
        .map((json) => originalBody.replace(/^\{/, `{"message":${json},`)),
    },
    { weight: 2, arbitrary: fc.constantFrom(...BODIES_AT_LIMIT, TEN_MB) },
    { weight: 12, arbitrary: fc.constant(originalBody) },
  );
  const type = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string | undefined>('application/json') },
    { weight: 1, arbitrary: fc.constantFrom<string | undefined>(undefined, ...CONTENT_TYPES) },
  );
  const encoding = fc.oneof(
    { weight: 5, arbitrary: fc.constant<string | undefined>(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<string | undefined>('gzip', 'br', 'identity', 'zstd, gzip', 'x'),
    },
  );
  return fc
    .tuple(bodies, type, encoding, fc.constantFrom(1, 1, 2, 7))
    .map(([body, contentType, contentEncoding, chunkCount]) => ({
      ...request,
      method: request.method === 'GET' ? 'POST' : request.method,
      headers: {
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(contentEncoding !== undefined && { 'content-encoding': contentEncoding }),
      },
      body,
      chunkCount: body.length < 2_000_000 ? chunkCount : 1,
    }));
};
