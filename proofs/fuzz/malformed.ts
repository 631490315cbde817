import fc from 'fast-check';
import { CANARY } from './invalid-values.ts';
import { CONTENT_TYPES } from './malformed-body.ts';
import type { Request } from './request.ts';

const longText = (size: number) => CANARY + 'a'.repeat(size);
const HEADERS: [string, string[]][] = [
  ['range', ['bytes=0-', 'bytes=-1', 'bytes=99999999999-', `items=${CANARY}`]],
  ['if-none-match', ['*', '"x"', `W/"${CANARY}"`, longText(5000)]],
  ['if-range', ['"x"', 'Wed, 21 Oct 2026 07:28:00 GMT']],
  ['if-modified-since', ['yesterday', '-1']],
  ['accept-encoding', ['gzip', 'gzip;q=0', 'br, gzip', 'identity;q=0, *;q=0', `${CANARY};;;q=,`, '*']],
  ['accept', ['text/event-stream', 'application/jsonl', 'text/html', '*/*;q=0']],
  ['accept-language', ['sv', longText(2000)]],
  [
    'authorization',
    [
      'Bearer',
      'Bearer  ',
      'bearer x y',
      'Basic eDp5',
      'Bearer null',
      `Bearer ${CANARY}\u00e5`,
      `Bearer ${longText(10_000)}`,
      'Bearer ../../etc/passwd',
      "Bearer ' or 1=1--",
    ],
  ],
  [
    'x-forwarded-for',
    [
      '',
      ',,,',
      '::1',
      'fe80::1%eth0',
      '999.1.1.1',
      '127.0.0.1:80',
      '[::1]:80',
      longText(5000),
      '1.2.3.4, '.repeat(500),
      'unknown',
    ],
  ],
  ['x-forwarded-host', [`${CANARY}.example`, '\u00e5']],
  ['x-forwarded-proto', ['https', CANARY]],
  ['x-http-method-override', ['DELETE']],
  ['content-type', CONTENT_TYPES],
  ['cookie', [`a=${CANARY}`, '=;=;', `__proto__=1; ${longText(4000)}`]],
  ['host', ['', 'x', 'a b', `${CANARY}.example:99999`, '[::1', '%00', 'http://x/']],
  ['origin', ['null', 'https://x.example']],
  ['expect', ['100-continue', 'x']],
  ['upgrade', ['websocket', 'h2c']],
  ['te', ['trailers']],
  ['last-event-id', ['1', CANARY]],
  ['trpc-accept', ['application/jsonl', 'text/event-stream', 'x']],
  ['x-trpc-source', [CANARY]],
];

export const oddHeaders = (request: Request): fc.Arbitrary<Request> => {
  const one = fc
    .constantFrom(...HEADERS)
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));
  return fc.array(one, { minLength: 1, maxLength: 4 }).map((headers) => ({
    ...request,
    headers: { ...request.headers, ...Object.fromEntries(headers) },
  }));
};

const METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'TRACE', 'PROPFIND'];
const PATH_PARTS = [
  '%00',
  '%2F',
  '%2e%2e%2f',
  '..',
  '%',
  '%zz',
  '%C3%28',
  '%ED%A0%80',
  '%FF',
  '%F0%9F%8F%83',
  ';x=1',
  '/',
  '//',
  '.json',
  '%20',
  '%0d%0aX-A:%20b',
  CANARY,
  'a'.repeat(9000),
  '__proto__',
  'constructor',
  'null',
  '*',
  '{id}',
  ':id',
  '%5C',
  '~',
  '%25%32%66',
];

export const oddPath = (request: Request): fc.Arbitrary<Request> => {
  const [path = '', query] = request.path.split('?', 2);
  const parts = path.split('/');
  const queryString = query === undefined ? '' : `?${query}`;
  const changed = fc
    .record({
      index: fc.nat(parts.length - 1),
      part: fc.constantFrom(...PATH_PARTS),
      how: fc.constantFrom('instead', 'after', 'between'),
    })
    .map(({ index, part, how }) => {
      const changedParts = [...parts];
      if (how === 'between') changedParts.splice(index + 1, 0, part);
      else changedParts[index] = how === 'after' ? changedParts[index] + part : part;
      const joined = changedParts.join('/');
      return { ...request, path: (joined.startsWith('/') ? joined : `/${joined}`) + queryString };
    });
  const method = fc.constantFrom(...METHODS).map((one) => {
    const hasBody = one !== 'GET' && one !== 'HEAD' && one !== 'TRACE';
    return { ...request, method: one, body: hasBody ? request.body : undefined };
  });
  return fc.oneof({ weight: 2, arbitrary: changed }, { weight: 1, arbitrary: method });
};

const QUERY_KEYS = [
  'id',
  'email',
  '__proto__',
  'constructor',
  '__proto__[x]',
  'constructor[prototype][x]',
  'is_read',
  'admin',
  'a[]',
  'a[0][b]',
  'token',
  'landskap',
  '',
  '%00',
  '%',
  '%ff',
  '&&',
  '=',
  'batch',
  'input',
  'dry_run',
];
const QUERY_VALUES = [
  '',
  'true',
  '1',
  '%00',
  '%ff',
  '%',
  '%zz',
  '+',
  '[]',
  '{}',
  'null',
  CANARY,
  'a%00b',
  '%ed%a0%80',
  '[1,2',
  '{"a":1}',
  'a'.repeat(8000),
  '%F0%9F%8F%83',
  'a=b=c',
  '#x',
];

export const oddQuery = (request: Request): fc.Arbitrary<Request> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...QUERY_KEYS),
        fc.constantFrom(...QUERY_VALUES),
        fc.constantFrom(1, 1, 1, 2, 50),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((pairs) => {
      const addedParameters = pairs.flatMap(([key, value, times]) =>
        Array<string>(value.length > 1000 ? 1 : times).fill(`${key}=${value}`),
      );
      return {
        ...request,
        path: `${request.path}${request.path.includes('?') ? '&' : '?'}${addedParameters.join('&')}`,
      };
    });
