import { minimalInput } from '#proofs/fuzz/input.ts';
import type { Request } from '#proofs/fuzz/request.ts';
import { defaultCaller } from '#proofs/fuzz/requests.ts';
import type { Target } from '#proofs/fuzz/targets.ts';
import { encodeJson } from '#proofs/fuzz/values.ts';
import { BODY_BYTES, type Case, URL_BYTES } from './case.ts';
import { remainingBytes } from './inputs.ts';
import { TEXTS, textOf } from './texts.ts';
import { rawOf, SHAPES } from './values.ts';

type Overrides = Partial<Request> & Pick<Request, 'method' | 'path'>;
const request = (caller: Request['caller'], overrides: Overrides): Request => ({
  transport: overrides.path.startsWith('/trpc') ? 'trpc' : 'rest',
  procedures: [],
  headers: {},
  body: undefined,
  chunkCount: 1,
  caller,
  pickIndex: 0,
  level: 'malformed',
  isStream: false,
  ...overrides,
});

/** In bytes: the longest header or URL that the server accepts. */
const MAX_HEADER_BYTES = 14_000;
const repeatTo = (unit: string, bytes = MAX_HEADER_BYTES) => unit.repeat(Math.floor(bytes / unit.length));
const repeatNumbered = (unit: (index: number) => string, bytes = MAX_HEADER_BYTES) => {
  let text = '';
  for (let index = 0; text.length < bytes - 20; index++) text += unit(index);
  return text;
};

const HEADERS: Record<string, string> = {
  'many cookies': repeatNumbered((index) => `a${index}=b; `),
  'a cookie of percent escapes': `a=${repeatTo('%41')}`,
  'many forwarded addresses': repeatTo('127.0.0.1, '),
  'invalid forwarded addresses': repeatTo('1:'),
  'IPv6 forwarded addresses': repeatTo('::1, '),
  encodings: repeatTo('gzip;q=0.1,'),
  etags: repeatTo('W/"a", '),
  'a bearer token of spaces': `Bearer ${repeatTo(' ')}x x`,
  ranges: `bytes=${repeatTo('0-1,')}`,
  'a content type of semicolons': `application/json;${repeatTo(';')}`,
  'a long boundary': `multipart/form-data; boundary=${repeatTo('a')}`,
};
const HEADER_NAMES: Record<string, string> = {
  'many cookies': 'cookie',
  'a cookie of percent escapes': 'cookie',
  'many forwarded addresses': 'x-forwarded-for',
  'invalid forwarded addresses': 'x-forwarded-for',
  'IPv6 forwarded addresses': 'x-forwarded-for',
  encodings: 'accept-encoding',
  etags: 'if-none-match',
  'a bearer token of spaces': 'authorization',
  ranges: 'range',
  'a content type of semicolons': 'content-type',
  'a long boundary': 'content-type',
};
const HEADER_TARGETS: [string, string][] = [
  ['GET', '/api/events'],
  ['GET', '/'],
  ['GET', '/api/marketplace/conversations'],
  ['POST', '/api/contact/message'],
  ['POST', '/trpc/public.contact.sendMessage'],
  ['POST', '/api/admin/banners/upload'],
];

const QUERIES: Record<string, string> = {
  'many parameters': repeatNumbered((index) => `a${index}=1&`),
  'one parameter many times': repeatTo('a=1&'),
  'list parameters': repeatTo('a[]=1&'),
  'nested parameters': `a${repeatTo('[b]')}=1`,
  'empty parameters': repeatTo('&'),
  escapes: `a=${repeatTo('%C3%A5')}`,
  'plus signs': `q=${repeatTo('+')}`,
  sports: repeatTo('sport=L%C3%B6pning&'),
  distances: repeatTo('distance=10+km&'),
  words: `q=${repeatTo('a+')}`,
  'combining marks': `q=${repeatTo('%CC%81%CC%96')}&distance=${repeatTo('%CC%81%CC%96', 100)}`,
  ligatures: `q=${repeatTo('%EF%B7%BA')}`,
};
const QUERY_PATHS = [
  '/',
  '/map',
  '/marketplace',
  '/lopp.ics',
  '/embed/lopp',
  '/api/events',
  '/api/marketplace/announcements',
  '/api/admin/audit',
  '/trpc/public.events.list',
  '/none',
];

export function headerAndUrlCases(): Case[] {
  const headerCases = Object.entries(HEADERS).flatMap(([label, value]) =>
    HEADER_TARGETS.map(
      ([method, path]): Case => ({
        name: `${method} ${path}`,
        label: `a header of ${label}`,
        caller: 'visitor',
        isInShortForm: path === '/api/events' || method === 'POST',
        makeRequest: () =>
          request('visitor', {
            method,
            path,
            headers: {
              ...(method === 'POST' && { 'content-type': 'application/json' }),
              [HEADER_NAMES[label] ?? label]: value,
            },
            ...(method === 'POST' && { body: '{}' }),
          }),
      }),
    ),
  );
  const queryCases = Object.entries(QUERIES).flatMap(([label, query]) =>
    QUERY_PATHS.map(
      (path): Case => ({
        name: `GET ${path}`,
        label: `a query of ${label}`,
        caller: 'visitor',
        isInShortForm: path === '/' || path === '/marketplace',
        makeRequest: () =>
          request('visitor', { method: 'GET', path: `${path}?${query}`.slice(0, MAX_HEADER_BYTES) }),
      }),
    ),
  );
  const pathCases = ['/', '/api/', '/trpc/', '/uploads/'].flatMap((start) =>
    Object.entries({
      slashes: '/',
      dots: '../',
      'escaped slashes': '%2f',
      'combining marks': '%CC%81%CC%96',
      commas: ',',
    }).map(
      ([label, unit]): Case => ({
        name: `GET ${start}`,
        label: `a path of ${label}`,
        caller: 'visitor',
        isInShortForm: true,
        makeRequest: () => request('visitor', { method: 'GET', path: start + repeatTo(unit) }),
      }),
    ),
  );
  return [...headerCases, ...queryCases, ...pathCases];
}

const BATCH_SIZE = 10;

export function batchCases(targets: readonly Target[]): Case[] {
  return (['visitor', 'member', 'admin'] as const).flatMap((caller) =>
    (['query', 'mutation'] as const).flatMap((kind) => {
      // Logging in or out would end sessions that other cases need. Password hashes run on other threads anyway.
      const callableTargets = targets.filter(
        (target) =>
          target.kind === kind && defaultCaller(target) === caller && !/log(in|out)/.test(target.name),
      );
      const batches = Array.from({ length: Math.ceil(callableTargets.length / BATCH_SIZE) }, (_, index) =>
        callableTargets.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      );
      return [
        ...batches,
        ...callableTargets.slice(0, 3).map((target) => Array<Target>(BATCH_SIZE).fill(target)),
      ].flatMap((batch) => casesOfBatch(caller, kind, batch));
    }),
  );
}

function casesOfBatch(
  caller: 'visitor' | 'member' | 'admin',
  kind: 'query' | 'mutation',
  batch: readonly Target[],
): Case[] {
  const names = batch.map(({ name }) => name);
  const batchCase = (
    label: string,
    inputOf: (target: Target, maxBytes: number) => unknown,
    isInShortForm = false,
  ): Case => ({
    name: `batch of ${names.slice(0, 3).join(', ')} …`,
    label,
    caller,
    isInShortForm,
    makeRequest: () => {
      const bytesEach = Math.floor((kind === 'query' ? URL_BYTES : BODY_BYTES) / batch.length) - 100;
      const inputs = encodeJson(
        Object.fromEntries(batch.map((target, index) => [index, inputOf(target, bytesEach)])),
      );
      const path = `/trpc/${names.join(',')}?batch=1`;
      const headers = { 'content-type': 'application/json' };
      return kind === 'query'
        ? request(caller, { method: 'GET', path: `${path}&input=${encodeURIComponent(inputs)}` })
        : request(caller, { method: 'POST', path, headers, body: inputs });
    },
  });
  return [
    batchCase('minimal inputs', minimalInput, true),
    ...SHAPES.map((shape) =>
      batchCase(
        `${shape.label} in an extra field of each`,
        (target, maxBytes) => {
          const minimal = minimalInput(target);
          return { ...minimal, more: rawOf(shape, remainingBytes(minimal, maxBytes)) };
        },
        shape.label === 'keys',
      ),
    ),
    ...SHAPES.map((shape) =>
      batchCase(
        `${shape.label} in every field`,
        (target, maxBytes) => {
          const bytesEach = Math.floor(maxBytes / Math.max(1, target.fields.length));
          return Object.fromEntries(target.fields.map(({ name }) => [name, rawOf(shape, bytesEach)]));
        },
        shape.label === 'list of empty objects',
      ),
    ),
    ...TEXTS.map((text) =>
      batchCase(
        `${text.label} in every field`,
        (target, maxBytes) =>
          Object.fromEntries(
            target.fields.map(({ name }) => [name, textOf(text, Math.min(5000, Math.floor(maxBytes / 40)))]),
          ),
        text.label === 'unordered combining marks',
      ),
    ),
  ];
}

const multipartPart = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\na\r\n`;
const BODIES: Record<string, [string, () => string]> = {
  'many parts': [
    'multipart/form-data; boundary=x',
    () => `${multipartPart('a').repeat(BODY_BYTES / multipartPart('a').length)}--x--\r\n`,
  ],
  'many fields': ['application/x-www-form-urlencoded', () => 'a=1&'.repeat(BODY_BYTES / 4)],
  'many different fields': [
    'application/x-www-form-urlencoded',
    () => repeatNumbered((index) => `a${index}=1&`, BODY_BYTES),
  ],
  'unstructured bytes': ['application/octet-stream', () => 'a'.repeat(BODY_BYTES)],
  'a list': ['application/json', () => `[${'{},'.repeat(BODY_BYTES / 3 - 1)}0]`],
  spaces: ['application/json', () => ' '.repeat(BODY_BYTES)],
  quotes: ['application/json', () => '"'.repeat(BODY_BYTES)],
  'open lists': ['application/json', () => '['.repeat(BODY_BYTES)],
  escapes: ['application/json', () => `"${'\\u0041'.repeat(BODY_BYTES / 6 - 1)}"`],
};

export function byteByByteCases(): Case[] {
  return ['/api/marketplace/login', '/api/admin/events', '/api/nothing', '/trpc/x'].map((path) => ({
    name: `POST ${path}`,
    label: 'a body in chunks of one byte',
    caller: 'visitor',
    isInShortForm: true,
    isByteByByte: true,
    makeRequest: () => request('visitor', { method: 'POST', path }),
  }));
}

export function bodyCases(targets: readonly Target[]): Case[] {
  const postTargets = targets.filter(({ kind, rest }) => kind === 'mutation' && rest?.method === 'POST');
  return Object.entries(BODIES).flatMap(([label, [type, body]]) =>
    postTargets.flatMap((target, index) =>
      [`${target.rest?.path}`, `/trpc/${target.name}`].map(
        (path): Case => ({
          name: target.name,
          label: `a body of ${label}`,
          caller: defaultCaller(target),
          isInShortForm: index < 2,
          makeRequest: () =>
            request(defaultCaller(target), {
              method: 'POST',
              path: path.replace(/\{\w+\}/g, 'x'),
              headers: { 'content-type': type },
              body: body(),
            }),
        }),
      ),
    ),
  );
}
