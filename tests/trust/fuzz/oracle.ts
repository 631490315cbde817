import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ERRORS, isErrorCode } from '../../../src/shared/errors';
import type { Target } from './targets';
import { CANARY } from './values';
import { MARKER, MEMBER, OTHER, type Principal } from './world';

export type Exchange = {
  transport: 'rest' | 'trpc' | 'page';
  names: string[];
  as: Principal | 'spare';
  /** Not valid HTTP, or longer than the server accepts. */
  isBeyondHttp?: boolean;
  isTooLarge?: boolean;
  status: number;
  headers: Headers;
  text: string;
};

export type Fault = { kind: 'failed' | 'shape' | 'leak' | 'output'; why: string };

const INSIDE =
  /\n\s+at .+:\d+|DrizzleQueryError|PostgresError|TRPCError|ValiError|Failed query|\b(select|insert into|update|delete from) "|\$argon2|node_modules|\/src\/|\.ts:\d|\/tmp\/|token_hash|password_hash|relation "|column "|duplicate key|invalid input syntax|constraint "/i;

export function isPlainError(body: unknown, status: number): boolean {
  const { code } = Object(body);
  return (
    isErrorCode(code) &&
    isDeepStrictEqual(body, { detail: ERRORS[code][1], code }) &&
    ERRORS[code][0] === status
  );
}

export function isTrpcError(error: unknown): boolean {
  const { message, code, data } = Object(error);
  if (
    !isDeepStrictEqual(Object.keys(Object(error)).sort(), ['code', 'data', 'message']) ||
    !Number.isInteger(code)
  )
    return false;
  const received = data?.code;
  const expected = isErrorCode(received) && {
    code: received,
    detail: ERRORS[received][1],
    httpStatus: ERRORS[received][0],
  };
  return isDeepStrictEqual(data, expected) && message === data.detail;
}

export function judge(
  response: Exchange,
  targets: ReadonlyMap<string, Target>,
  secrets: readonly string[],
): Fault[] {
  const { status, text, transport } = response;
  if (response.isBeyondHttp && [400, 414, 431, 413].includes(status) && text === '') return [];
  const faults: Fault[] = [];
  const fault = (kind: Fault['kind'], why: string) => faults.push({ kind, why });
  const isOf = (name: string) => response.names.includes(name) && response.as === 'admin' && status === 200;

  if (status >= 500 && status !== 503) fault('failed', `status ${status}`);
  if (/"code":"server\.failed"/.test(text)) fault('failed', 'code server.failed');
  if (response.isTooLarge && (status === 200 || status === 400))
    fault('failed', 'accepted a body over the limit');
  if ([429, 503].includes(status) && !/^\d+$/.test(response.headers.get('retry-after') ?? ''))
    fault('shape', `${status} without Retry-After`);

  if (!isOf('admin.backup.export')) {
    // An import names the field of the document that it rejected.
    const checked = isOf('admin.backup.import') ? text.replaceAll(/fältet \w+/g, '') : text;
    const inside = INSIDE.exec(checked);
    if (inside) fault('leak', `contains internals: ${inside[0].trim().slice(0, 60)}`);
    if (secrets.some((secret) => text.includes(secret))) fault('leak', 'contains a hash');
    const foreign = foreignMarkerIn(response);
    if (foreign) fault('leak', `shows ${response.as} another person's data: ${foreign}`);
  }
  if (status >= 400 && text.includes(CANARY)) fault('leak', 'an error contains what was sent');
  for (const [name, value] of response.headers) {
    if (value.includes(CANARY) || value.includes('zqmk'))
      fault('leak', `header ${name} contains what was sent`);
  }

  const type = response.headers.get('content-type') ?? '';
  if (text === '' || transport === 'page' || (!type.startsWith('application/json') && status < 400))
    return faults;
  const [body, ...more] =
    /"(event|data):|\n\[/.test(text) && transport === 'trpc' ? piecesOf(text) : [parsed(text)];
  if (transport === 'rest') judgeRest(response, body, targets, fault);
  else if (more.length > 0) judgePieces([body, ...more], fault);
  else judgeTrpc(response, body, targets, fault);
  return faults;
}

type AddFault = (kind: Fault['kind'], why: string) => void;

function judgeRest(
  { names: [name = ''], status }: Exchange,
  body: unknown,
  targets: ReadonlyMap<string, Target>,
  fault: AddFault,
): void {
  if (status >= 400) {
    if (!isPlainError(body, status)) fault('shape', 'the error is not one of the catalogue');
  } else if (status === 200) judgeOutput(targets.get(name), body, fault);
  else fault('shape', `status ${status}`);
}

function judgeTrpc(
  { names, status }: Exchange,
  body: unknown,
  targets: ReadonlyMap<string, Target>,
  fault: AddFault,
): void {
  if (status >= 400 && isPlainError(body, status)) return;
  const parts = Array.isArray(body) ? body : [body];
  for (const [index, part] of parts.entries()) {
    const { result, error } = Object(part);
    if (error !== undefined ? !isTrpcError(error) : result === undefined)
      fault('shape', 'neither a result nor an error of the catalogue');
    else if (result && parts.length === names.length)
      judgeOutput(targets.get(names[index] ?? ''), result.data, fault);
  }
}

const piecesOf = (text: string): unknown[] => text.split('\n').filter(Boolean).map(parsed);

function judgePieces(piece: unknown, fault: AddFault): void {
  if (typeof piece !== 'object' || piece === null) return;
  const { error } = piece as { error?: unknown };
  if (error !== undefined && !isTrpcError(error))
    fault('shape', 'an error in a stream is not one of the catalogue');
  for (const part of Object.values(piece)) judgePieces(part, fault);
}

/** No field may be missing or added. */
function judgeOutput(target: Target | undefined, body: unknown, fault: AddFault): void {
  if (!target?.output || target.kind === 'subscription') return;
  const { success, output } = v.safeParse(target.output, body);
  if (!success || !isDeepStrictEqual(output, body))
    fault('output', `the output does not match the schema of ${target.name}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Admins may see e-mails and phones. Members may see their own, and the other party's phone in a conversation. */
function foreignMarkerIn({ text, names, as }: Exchange): string | undefined {
  if (!text.includes('zqmk')) return undefined;
  for (const [whole, kind, number] of text.matchAll(MARKER)) {
    if (kind === 't') return whole;
    if (as === 'admin' && names.some((name) => name.startsWith('admin.'))) continue;
    if (names.includes('marketplace.accounts.login') || as === 'spare') {
      if (Number(number) >= 100 && Number(number) < 200) continue;
    }
    // Links to the data of these members are part of the requests.
    if (names.includes('marketplace.privacy.dataByLink') && Number(number) >= 600 && Number(number) < 700)
      continue;
    if ((as === 'member' && Number(number) === MEMBER) || (as === 'other' && Number(number) === OTHER))
      continue;
    if (
      kind === 'p' &&
      (as === 'member' || as === 'other') &&
      names.includes('marketplace.conversations.open')
    )
      continue;
    return whole;
  }
  return undefined;
}
