import type { Request } from '../fuzz/request';
import { leastInput, ownerOf } from '../fuzz/requests';
import type { Target } from '../fuzz/targets';
import { encodeJson } from '../fuzz/values';
import { BODY, type Case, LINE } from './case';
import { beside } from './inputs';
import { TEXTS, textOf } from './texts';
import { rawOf, SHAPES } from './values';

type Rest = Partial<Request> & Pick<Request, 'method' | 'path'>;
const request = (as: Request['as'], rest: Rest): Request => ({
  transport: rest.path.startsWith('/trpc') ? 'trpc' : 'rest',
  names: [],
  headers: {},
  body: undefined,
  pieces: 1,
  as,
  which: 0,
  level: 'wild',
  isEndless: false,
  ...rest,
});

/** In bytes: the longest header or URL that the server accepts. */
const HEADER = 14_000;
const many = (unit: string, bytes = HEADER) => unit.repeat(Math.floor(bytes / unit.length));
const numbered = (unit: (index: number) => string, bytes = HEADER) => {
  let text = '';
  for (let index = 0; text.length < bytes - 20; index++) text += unit(index);
  return text;
};

const HEADERS: Record<string, string> = {
  'many cookies': numbered((index) => `a${index}=b; `),
  'a cookie of escapes': `a=${many('%41')}`,
  'many hops': many('127.0.0.1, '),
  'invalid hops': many('1:'),
  'IPv6 hops': many('::1, '),
  encodings: many('gzip;q=0.1,'),
  etags: many('W/"a", '),
  'a bearer of spaces': `Bearer ${many(' ')}x x`,
  ranges: `bytes=${many('0-1,')}`,
  'a type of semicolons': `application/json;${many(';')}`,
  'a boundary': `multipart/form-data; boundary=${many('a')}`,
};
const NAME: Record<string, string> = {
  'many cookies': 'cookie',
  'a cookie of escapes': 'cookie',
  'many hops': 'x-forwarded-for',
  'invalid hops': 'x-forwarded-for',
  'IPv6 hops': 'x-forwarded-for',
  encodings: 'accept-encoding',
  etags: 'if-none-match',
  'a bearer of spaces': 'authorization',
  ranges: 'range',
  'a type of semicolons': 'content-type',
  'a boundary': 'content-type',
};
const HEADED: [string, string][] = [
  ['GET', '/api/events'],
  ['GET', '/'],
  ['GET', '/api/marketplace/conversations'],
  ['POST', '/api/contact/message'],
  ['POST', '/trpc/public.contact.sendMessage'],
  ['POST', '/api/admin/banners/upload'],
];

const QUERIES: Record<string, string> = {
  'many parameters': numbered((index) => `a${index}=1&`),
  'one parameter many times': many('a=1&'),
  'parameters of lists': many('a[]=1&'),
  'nested parameters': `a${many('[b]')}=1`,
  'empty parameters': many('&'),
  escapes: `a=${many('%C3%A5')}`,
  plus: `q=${many('+')}`,
  sports: many('sport=L%C3%B6pning&'),
  distances: many('distance=10+km&'),
  words: `q=${many('a+')}`,
  marks: `q=${many('%CC%81%CC%96')}&distance=${many('%CC%81%CC%96', 100)}`,
  ligatures: `q=${many('%EF%B7%BA')}`,
};
const ASKED = [
  '/',
  '/map',
  '/marketplace',
  '/api/events',
  '/api/marketplace/announcements',
  '/api/admin/audit',
  '/trpc/public.events.list',
  '/none',
];

export function headCases(): Case[] {
  const heads = Object.entries(HEADERS).flatMap(([of, value]) =>
    HEADED.map(
      ([method, path]): Case => ({
        name: `${method} ${path}`,
        of: `a header of ${of}`,
        as: 'visitor',
        isShort: path === '/api/events' || method === 'POST',
        make: () =>
          request('visitor', {
            method,
            path,
            headers: {
              ...(method === 'POST' && { 'content-type': 'application/json' }),
              [NAME[of] ?? of]: value,
            },
            ...(method === 'POST' && { body: '{}' }),
          }),
      }),
    ),
  );
  const queries = Object.entries(QUERIES).flatMap(([of, query]) =>
    ASKED.map(
      (path): Case => ({
        name: `GET ${path}`,
        of: `a query of ${of}`,
        as: 'visitor',
        isShort: path === '/' || path === '/marketplace',
        make: () => request('visitor', { method: 'GET', path: `${path}?${query}`.slice(0, HEADER) }),
      }),
    ),
  );
  const paths = ['/', '/api/', '/trpc/', '/uploads/'].flatMap((start) =>
    Object.entries({ slashes: '/', dots: '../', escapes: '%2f', marks: '%CC%81%CC%96', commas: ',' }).map(
      ([of, unit]): Case => ({
        name: `GET ${start}`,
        of: `a path of ${of}`,
        as: 'visitor',
        isShort: true,
        make: () => request('visitor', { method: 'GET', path: start + many(unit) }),
      }),
    ),
  );
  return [...heads, ...queries, ...paths];
}

const BATCH = 10;

export function batchCases(targets: readonly Target[]): Case[] {
  return (['visitor', 'member', 'admin'] as const).flatMap((as) =>
    (['query', 'mutation'] as const).flatMap((kind) => {
      // Logging in or out would end sessions that other cases need. Password hashes run on other threads anyway.
      const own = targets.filter(
        (target) => target.kind === kind && ownerOf(target) === as && !/log(in|out)/.test(target.name),
      );
      const lots = Array.from({ length: Math.ceil(own.length / BATCH) }, (_, nth) =>
        own.slice(nth * BATCH, (nth + 1) * BATCH),
      );
      return [...lots, ...own.slice(0, 3).map((target) => Array<Target>(BATCH).fill(target))].flatMap((lot) =>
        batchesOf(as, kind, lot),
      );
    }),
  );
}

function batchesOf(
  as: 'visitor' | 'member' | 'admin',
  kind: 'query' | 'mutation',
  lot: readonly Target[],
): Case[] {
  const names = lot.map(({ name }) => name);
  const batch = (of: string, inputOf: (target: Target, room: number) => unknown, isShort = false): Case => ({
    name: `batch of ${names.slice(0, 3).join(', ')} …`,
    of,
    as,
    isShort,
    make: () => {
      const room = Math.floor((kind === 'query' ? LINE : BODY) / lot.length) - 100;
      const inputs = encodeJson(Object.fromEntries(lot.map((target, nth) => [nth, inputOf(target, room)])));
      const path = `/trpc/${names.join(',')}?batch=1`;
      const headers = { 'content-type': 'application/json' };
      return kind === 'query'
        ? request(as, { method: 'GET', path: `${path}&input=${encodeURIComponent(inputs)}` })
        : request(as, { method: 'POST', path, headers, body: inputs });
    },
  });
  return [
    batch('the least inputs', leastInput, true),
    ...SHAPES.map((shape) =>
      batch(
        `${shape.of} beside each`,
        (target, room) => {
          const least = leastInput(target);
          return { ...least, more: rawOf(shape, beside(least, room)) };
        },
        shape.of === 'keys',
      ),
    ),
    ...SHAPES.map((shape) =>
      batch(
        `${shape.of} in every field`,
        (target, room) => {
          const each = Math.floor(room / Math.max(1, target.fields.length));
          return Object.fromEntries(target.fields.map(({ name }) => [name, rawOf(shape, each)]));
        },
        shape.of === 'list of empty objects',
      ),
    ),
    ...TEXTS.map((text) =>
      batch(
        `${text.of} in every field`,
        (target, room) =>
          Object.fromEntries(
            target.fields.map(({ name }) => [name, textOf(text, Math.min(5000, Math.floor(room / 40)))]),
          ),
        text.of === 'marks to be sorted',
      ),
    ),
  ];
}

const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\na\r\n`;
const BODIES: Record<string, [string, () => string]> = {
  'many parts': [
    'multipart/form-data; boundary=x',
    () => `${part('a').repeat(BODY / part('a').length)}--x--\r\n`,
  ],
  'many fields': ['application/x-www-form-urlencoded', () => 'a=1&'.repeat(BODY / 4)],
  'many different fields': [
    'application/x-www-form-urlencoded',
    () => numbered((index) => `a${index}=1&`, BODY),
  ],
  'any bytes': ['application/octet-stream', () => 'a'.repeat(BODY)],
  'a list': ['application/json', () => `[${'{},'.repeat(BODY / 3 - 1)}0]`],
  spaces: ['application/json', () => ' '.repeat(BODY)],
  quotes: ['application/json', () => '"'.repeat(BODY)],
  'open lists': ['application/json', () => '['.repeat(BODY)],
  escapes: ['application/json', () => `"${'\\u0041'.repeat(BODY / 6 - 1)}"`],
};

export function pieceCases(): Case[] {
  return ['/api/marketplace/login', '/api/admin/events', '/api/nothing', '/trpc/x'].map((path) => ({
    name: `POST ${path}`,
    of: 'a body in pieces of a byte',
    as: 'visitor',
    isShort: true,
    isByteByByte: true,
    make: () => request('visitor', { method: 'POST', path }),
  }));
}

export function bodyCases(targets: readonly Target[]): Case[] {
  const taking = targets.filter(({ kind, rest }) => kind === 'mutation' && rest?.method === 'POST');
  return Object.entries(BODIES).flatMap(([of, [type, body]]) =>
    taking.flatMap((target, nth) =>
      [`${target.rest?.path}`, `/trpc/${target.name}`].map(
        (path): Case => ({
          name: target.name,
          of: `a body of ${of}`,
          as: ownerOf(target),
          isShort: nth < 2,
          make: () =>
            request(ownerOf(target), {
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
