import fc from 'fast-check';
import { fileBody } from './files';
import type { Request } from './request';
import type { Target } from './targets';
import { ALSO, DEEP, encodeJson, NUMBERS, rightValues, UNSTORABLE, WRONG, WRONG_TEXTS } from './values';
import { oddHeaders, oddPath, oddQuery } from './wild';
import { oddBody } from './wild-body';
import { oddTrpc } from './wild-trpc';
import { PRINCIPALS } from './world';

const json = { 'content-type': 'application/json' };

/** Operations that end a session or account use a `spare` caller. */
export function ownerOf({ name, kind, rest }: Target): Request['as'] {
  if (name.startsWith('admin.') && name !== 'admin.admins.login') return 'admin';
  const isOpen =
    kind === 'probe' ||
    /^marketplace\.accounts\.(register|verify|resend|login|forgot|reset)/.test(name) ||
    /^marketplace\.privacy\.\w+Link$/.test(name);
  if (isOpen || !name.startsWith('marketplace.')) return 'visitor';
  const isLast = rest?.method !== 'GET' && /\/marketplace\/(logout|me)$/.test(rest?.path ?? '');
  return isLast ? 'spare' : 'member';
}

export const leastInput = (target: Target): Record<string, unknown> =>
  Object.fromEntries(
    target.fields
      .filter(({ name, required }) => required || ALSO.has(name))
      .map(({ name, schema }) => [name, rightValues(target.name, name, schema)[0]]),
  );

const rightInput = (target: Target): fc.Arbitrary<Record<string, unknown>> => {
  if (target.fields.length === 0) return fc.constant({});
  const values: [string, fc.Arbitrary<unknown>][] = target.fields.map(({ name, schema }) => [
    name,
    fc.constantFrom(...rightValues(target.name, name, schema)),
  ]);
  const requiredKeys = target.fields.filter(({ name, required }) => required || ALSO.has(name));
  return fc
    .record<Record<string, unknown>>(Object.fromEntries(values), {
      requiredKeys: requiredKeys.map(({ name }) => name),
    })
    .map((one) => ({
      ...one,
    }));
};

const EXTRA = [
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
const anything = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...WRONG) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger()) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.emailAddress() },
);
/** Wrong texts, which pass type checks. */
const anyText = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...UNSTORABLE) },
  { weight: 2, arbitrary: fc.constantFrom(...WRONG_TEXTS) },
);
const anyNumber = fc.constantFrom<unknown>(...NUMBERS);

const HOW: Record<string, (old: unknown, value: unknown) => unknown> = {
  wrap: (old) => [old ?? null],
  inside: (old, value) => {
    const [first] = Array.isArray(old) ? old : [old];
    if (typeof first !== 'object' || first === null) return Array.isArray(old) ? [...old, value] : value;
    const keys = Object.keys(first);
    const one = { ...first, [keys[String(value).length % keys.length] ?? 'label']: value };
    return Array.isArray(old) ? [one, ...old] : one;
  },
};

const isDeep = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const nearInput = (target: Target): fc.Arbitrary<Record<string, unknown>> => {
  const own = target.fields.map(({ name }) => name);
  const numeric = new Set(
    target.fields
      .filter(({ schema }) => /"(number|integer)"/.test(JSON.stringify(schema)))
      .map(({ name }) => name),
  );
  // For fields that the input omits.
  const deep = new Map(
    target.fields.map(({ name, schema }) => [name, rightValues(target.name, name, schema).find(isDeep)]),
  );
  const extra = { weight: 1, arbitrary: fc.constantFrom(...EXTRA) };
  const change = fc.record({
    name:
      own.length > 0 ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...own) }, extra) : extra.arbitrary,
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
    value: anything,
    text: anyText,
    number: anyNumber,
  });
  const base = fc.oneof(
    { weight: 2, arbitrary: fc.constant(leastInput(target)) },
    { weight: 1, arbitrary: rightInput(target) },
  );
  const changes = fc.oneof(
    { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
  );
  return fc.tuple(base, changes).map(([input, made]) => {
    const changed: Record<string, unknown> = { ...input };
    for (const { name, how, value, text, number } of made) {
      if (how === 'leave out') delete changed[name];
      else {
        const typed = numeric.has(name) ? number : text;
        const old = how === 'inside' && !isDeep(changed[name]) ? deep.get(name) : changed[name];
        const to = how === 'typed' ? typed : (HOW[how]?.(old, text) ?? value);
        Object.defineProperty(changed, name, {
          value: how === 'null' ? null : to,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
    return changed;
  });
};

type Base = Pick<Request, 'as' | 'which' | 'level'>;

const asText = (value: unknown) => (typeof value === 'string' ? value : encodeJson(value));
const inUrl = (value: unknown) => encodeURIComponent(asText(value).toWellFormed().slice(0, 20_000));

export function restRequest(
  { name, rest, fields }: Target,
  input: Record<string, unknown>,
  base: Base,
): Request {
  const { method, path } = rest ?? { method: 'GET', path: `/api/${name}` };
  const left = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = left[key];
    delete left[key];
    return inUrl(value ?? '');
  });
  const isQuery = method === 'GET' || (method === 'DELETE' && !fields.some((field) => field.in === 'body'));
  const inQuery = isQuery ? Object.entries(left) : [];
  const query = inQuery.map(([key, value]) => `${inUrl(key)}=${inUrl(value ?? '')}`).join('&');
  const hasBody = !isQuery && fields.length > 0;
  return {
    ...base,
    transport: 'rest',
    names: [name],
    method,
    path: query ? `${filled}?${query}` : filled,
    headers: hasBody ? json : {},
    body: hasBody ? encodeJson(left) : undefined,
    pieces: 1,
    isEndless: false,
  };
}

export function trpcRequest({ name, kind, fields }: Target, input: unknown, base: Base): Request {
  const encoded = fields.length === 0 && encodeJson(input) === '{}' ? undefined : encodeJson(input);
  const isPost = kind === 'mutation';
  const query =
    isPost || encoded === undefined
      ? ''
      : `?input=${encodeURIComponent(encoded.slice(0, 50_000).toWellFormed())}`;
  return {
    ...base,
    transport: 'trpc',
    names: [name],
    method: isPost ? 'POST' : 'GET',
    path: `/trpc/${name}${query}`,
    headers: isPost ? json : kind === 'subscription' ? { accept: 'text/event-stream' } : {},
    body: isPost ? encoded : undefined,
    pieces: 1,
    isEndless: kind === 'subscription',
  };
}

const anyRequest = (target: Target, targets: readonly Target[]): fc.Arbitrary<Request> => {
  const owner = ownerOf(target);
  const as = fc.oneof(
    { weight: 4, arbitrary: fc.constant(owner) },
    { weight: 1, arbitrary: fc.constantFrom<Request['as']>(...PRINCIPALS) },
  );
  const level = fc.constantFrom<Request['level']>(
    'right',
    'right',
    'right',
    'near',
    'near',
    'near',
    'near',
    'wild',
    'wild',
    'wild',
  );
  return fc.record({ as, level, which: fc.nat(10_000) }).chain((base) => {
    if (target.takesFile) return fileBody(target.name, base).map((body) => fileRequest(target, body, base));
    const input =
      base.level === 'right'
        ? rightInput(target)
        : base.level === 'near'
          ? nearInput(target)
          : fc.oneof(rightInput(target), nearInput(target));
    const transports =
      target.kind === 'file' || target.kind === 'probe'
        ? ['rest']
        : target.rest
          ? ['rest', 'trpc']
          : ['trpc'];
    const sent = fc
      .tuple(input, fc.constantFrom(...transports))
      .map(([one, transport]) =>
        transport === 'rest' ? restRequest(target, one, base) : trpcRequest(target, one, base),
      );
    return base.level === 'wild' ? sent.chain((request) => wild(request, targets)) : sent;
  });
};

const wild = (request: Request, targets: readonly Target[]): fc.Arbitrary<Request> =>
  request.transport === 'trpc'
    ? fc.oneof(oddTrpc(request, targets), oddBody(request, DEEP), oddHeaders(request), oddPath(request))
    : fc.oneof(oddBody(request, DEEP), oddHeaders(request), oddPath(request), oddQuery(request));

function fileRequest(
  target: Target,
  file: { type: string; body: Uint8Array<ArrayBuffer>; query: string },
  base: Base,
): Request {
  const { method = 'POST', path = '' } = target.rest ?? {};
  return {
    ...base,
    transport: 'rest',
    names: [target.name],
    method,
    path: path + file.query,
    headers: { 'content-type': file.type },
    body: file.body,
    pieces: 1 + (base.which % 3),
    isEndless: false,
  };
}

export function rightFile(target: Target): fc.Arbitrary<Request> {
  const base: Base = { as: ownerOf(target), which: 0, level: 'right' };
  return fileBody(target.name, base).map((file) => fileRequest(target, file, base));
}

/** Operations with more fields are more frequent; slow ones, and those that require a reset of the data, less. */
const weightOf = ({ name, fields }: Target) => {
  if (name === 'admin.backup.import') return 1;
  return /login|register|reset|events\.import|backup/.test(name) ? 4 : 6 + 2 * fields.length;
};

export const requestsTo = (targets: readonly Target[]): fc.Arbitrary<Request> =>
  fc.oneof(
    ...targets.map((target) => ({ weight: weightOf(target), arbitrary: anyRequest(target, targets) })),
  );
