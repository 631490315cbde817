import fc from 'fast-check';
import { fileBody } from './files.ts';
import { oddHeaders, oddPath, oddQuery } from './malformed.ts';
import { oddBody } from './malformed-body.ts';
import { oddTrpc } from './malformed-trpc.ts';
import type { Request } from './request.ts';
import type { Target } from './targets.ts';
import {
  DEEPLY_NESTED,
  encodeJson,
  INVALID_TEXTS,
  INVALID_VALUES,
  NEEDED_OPTIONAL_FIELDS,
  NUMBERS,
  UNSTORABLE,
  validValues,
} from './values.ts';
import { PRINCIPALS } from './world.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Operations that end a session or account use a `spare` caller. */
export function defaultCaller({ name, kind, rest }: Target): Request['caller'] {
  if (name.startsWith('admin.') && !/^admin\.admins\.(login|passkeyLogin)$/.test(name)) return 'admin';
  if (name.startsWith('organiser.')) return 'organiser';
  const isPublic =
    kind === 'probe' ||
    /^marketplace\.accounts\.(register|verify|resend|login|forgot|reset)/.test(name) ||
    /^marketplace\.privacy\.\w+Link$/.test(name);
  if (isPublic || !name.startsWith('marketplace.')) return 'visitor';
  const endsSession = rest?.method !== 'GET' && /\/marketplace\/(logout|me)$/.test(rest?.path ?? '');
  return endsSession ? 'spare' : 'member';
}

export const minimalInput = (target: Target): Record<string, unknown> =>
  Object.fromEntries(
    target.fields
      .filter(({ name, required }) => required || NEEDED_OPTIONAL_FIELDS.has(name))
      .map(({ name, schema }) => [name, validValues(target.name, name, schema)[0]]),
  );

const validInput = (target: Target): fc.Arbitrary<Record<string, unknown>> => {
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

const mutatedInput = (target: Target): fc.Arbitrary<Record<string, unknown>> => {
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

type Base = Pick<Request, 'caller' | 'pickIndex' | 'level'>;

const toText = (value: unknown) => (typeof value === 'string' ? value : encodeJson(value));
const encodeForUrl = (value: unknown) => encodeURIComponent(toText(value).toWellFormed().slice(0, 20_000));

export function restRequest(
  { name, rest, fields }: Target,
  input: Record<string, unknown>,
  base: Base,
): Request {
  const { method, path } = rest ?? { method: 'GET', path: `/api/${name}` };
  const remaining = { ...input };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = remaining[key];
    delete remaining[key];
    return encodeForUrl(value ?? '');
  });
  const isQuery = method === 'GET' || (method === 'DELETE' && !fields.some((field) => field.in === 'body'));
  const queryEntries = isQuery ? Object.entries(remaining) : [];
  const query = queryEntries
    .map(([key, value]) => `${encodeForUrl(key)}=${encodeForUrl(value ?? '')}`)
    .join('&');
  const hasBody = !isQuery && fields.length > 0;
  return {
    ...base,
    transport: 'rest',
    procedures: [name],
    method,
    path: query ? `${filledPath}?${query}` : filledPath,
    headers: hasBody ? JSON_HEADERS : {},
    body: hasBody ? encodeJson(remaining) : undefined,
    chunkCount: 1,
    isStream: false,
  };
}

export function trpcRequest({ name, kind, fields }: Target, input: unknown, base: Base): Request {
  const encodedInput = fields.length === 0 && encodeJson(input) === '{}' ? undefined : encodeJson(input);
  const isPost = kind === 'mutation';
  const query =
    isPost || encodedInput === undefined
      ? ''
      : `?input=${encodeURIComponent(encodedInput.slice(0, 50_000).toWellFormed())}`;
  return {
    ...base,
    transport: 'trpc',
    procedures: [name],
    method: isPost ? 'POST' : 'GET',
    path: `/trpc/${name}${query}`,
    headers: isPost ? JSON_HEADERS : kind === 'subscription' ? { accept: 'text/event-stream' } : {},
    body: isPost ? encodedInput : undefined,
    chunkCount: 1,
    isStream: kind === 'subscription',
  };
}

const anyRequest = (target: Target, targets: readonly Target[]): fc.Arbitrary<Request> => {
  const usualCaller = defaultCaller(target);
  const caller = fc.oneof(
    { weight: 4, arbitrary: fc.constant(usualCaller) },
    { weight: 1, arbitrary: fc.constantFrom<Request['caller']>(...PRINCIPALS) },
  );
  const level = fc.constantFrom<Request['level']>(
    'valid',
    'valid',
    'valid',
    'mutated',
    'mutated',
    'mutated',
    'mutated',
    'malformed',
    'malformed',
    'malformed',
  );
  return fc.record({ caller, level, pickIndex: fc.nat(10_000) }).chain((base) => {
    if (target.takesFile) return fileBody(target.name, base).map((body) => fileRequest(target, body, base));
    const input =
      base.level === 'valid'
        ? validInput(target)
        : base.level === 'mutated'
          ? mutatedInput(target)
          : fc.oneof(validInput(target), mutatedInput(target));
    const transports =
      target.kind === 'file' || target.kind === 'probe'
        ? ['rest']
        : target.rest
          ? ['rest', 'trpc']
          : ['trpc'];
    const requests = fc
      .tuple(input, fc.constantFrom(...transports))
      .map(([one, transport]) =>
        transport === 'rest' ? restRequest(target, one, base) : trpcRequest(target, one, base),
      );
    return base.level === 'malformed' ? requests.chain((request) => malformed(request, targets)) : requests;
  });
};

const malformed = (request: Request, targets: readonly Target[]): fc.Arbitrary<Request> =>
  request.transport === 'trpc'
    ? fc.oneof(
        oddTrpc(request, targets),
        oddBody(request, DEEPLY_NESTED),
        oddHeaders(request),
        oddPath(request),
      )
    : fc.oneof(oddBody(request, DEEPLY_NESTED), oddHeaders(request), oddPath(request), oddQuery(request));

function fileRequest(
  target: Target,
  file: { type: string; body: Uint8Array<ArrayBuffer>; query: string },
  base: Base,
): Request {
  const { method = 'POST', path = '' } = target.rest ?? {};
  return {
    ...base,
    transport: 'rest',
    procedures: [target.name],
    method,
    path: path + file.query,
    headers: { 'content-type': file.type },
    body: file.body,
    chunkCount: 1 + (base.pickIndex % 3),
    isStream: false,
  };
}

export function validFileRequest(target: Target): fc.Arbitrary<Request> {
  const base: Base = { caller: defaultCaller(target), pickIndex: 0, level: 'valid' };
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
