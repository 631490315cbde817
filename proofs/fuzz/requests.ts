import fc from 'fast-check';
import { fileBody } from './files.ts';
import { mutatedInput, validInput } from './input.ts';
import { DEEPLY_NESTED } from './invalid-values.ts';
import { oddHeaders, oddPath, oddQuery } from './malformed.ts';
import { oddBody } from './malformed-body.ts';
import { oddTrpc } from './malformed-trpc.ts';
import { PRINCIPALS } from './people.ts';
import type { Request } from './request.ts';
import type { Target } from './targets.ts';
import { encodeJson } from './values.ts';

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
