import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ERRORS, isErrorCode } from '../../../src/shared/errors';
import type { Target } from './targets';
import { CANARY } from './values';
import { MARKER, MEMBER, OTHER, type Principal } from './world';

/** What was answered, and what of the question matters for judging it. */
export type Answered = {
  /** What the path belongs to, as the product reads it. */
  door: 'rest' | 'trpc' | 'page';
  names: string[];
  as: Principal | 'spare';
  /** What was asked cannot be parsed as HTTP, or is beyond what a server takes of a line or of headers. */
  isBeyondHttp?: boolean;
  /** Its JSON is longer than is taken (D33). */
  isTooLarge?: boolean;
  status: number;
  headers: Headers;
  text: string;
};

export type Fault = { kind: 'failed' | 'shape' | 'leak' | 'output'; why: string };

/** What only the inside of the product knows: stacks, statements, paths, libraries. */
const INSIDE =
  /\n\s+at .+:\d+|DrizzleQueryError|PostgresError|TRPCError|ValiError|Failed query|\b(select|insert into|update|delete from) "|\$argon2|node_modules|\/src\/|\.ts:\d|\/tmp\/|token_hash|password_hash|relation "|column "|duplicate key|invalid input syntax|constraint "/i;

/** Whether it says just what the catalogue says, in the shape of D5. */
export function isPlainError(body: unknown, status: number): boolean {
  const { code } = Object(body);
  return (
    isErrorCode(code) &&
    isDeepStrictEqual(body, { detail: ERRORS[code][1], code }) &&
    ERRORS[code][0] === status
  );
}

/** The same over tRPC. */
export function isTrpcError(error: unknown): boolean {
  const { message, code, data } = Object(error);
  if (
    !isDeepStrictEqual(Object.keys(Object(error)).sort(), ['code', 'data', 'message']) ||
    !Number.isInteger(code)
  )
    return false;
  const told = data?.code;
  const expected = isErrorCode(told) && { code: told, detail: ERRORS[told][1], httpStatus: ERRORS[told][0] };
  return isDeepStrictEqual(data, expected) && message === data.detail;
}

/** Every promise that an answer breaks. */
export function judge(
  answer: Answered,
  targets: ReadonlyMap<string, Target>,
  secrets: readonly string[],
): Fault[] {
  const { status, text, door } = answer;
  if (answer.isBeyondHttp && [400, 414, 431, 413].includes(status) && text === '') return [];
  const faults: Fault[] = [];
  const fault = (kind: Fault['kind'], why: string) => faults.push({ kind, why });
  const isOf = (name: string) => answer.names.includes(name) && answer.as === 'admin' && status === 200;

  if (status >= 500 && status !== 503) fault('failed', `answered ${status}`);
  if (/"code":"server\.failed"/.test(text)) fault('failed', 'tells server.failed');
  if (answer.isTooLarge && (status === 200 || status === 400)) fault('failed', 'took a body over the limit');
  if ([429, 503].includes(status) && !/^\d+$/.test(answer.headers.get('retry-after') ?? ''))
    fault('shape', `${status} without Retry-After`);

  if (!isOf('admin.backup.export')) {
    // An import names the field of the document that it refused.
    const told = isOf('admin.backup.import') ? text.replaceAll(/fältet \w+/g, '') : text;
    const inside = INSIDE.exec(told);
    if (inside) fault('leak', `tells of its inside: ${inside[0].trim().slice(0, 60)}`);
    if (secrets.some((secret) => text.includes(secret))) fault('leak', 'tells a hash');
    const stranger = strangerIn(answer);
    if (stranger) fault('leak', `tells ${answer.as} what is another's: ${stranger}`);
  }
  if (status >= 400 && text.includes(CANARY)) fault('leak', 'an error tells what was sent');
  for (const [name, value] of answer.headers) {
    if (value.includes(CANARY) || value.includes('zqmk')) fault('leak', `header ${name} tells what was sent`);
  }

  const type = answer.headers.get('content-type') ?? '';
  if (text === '' || door === 'page' || (!type.startsWith('application/json') && status < 400)) return faults;
  const [body, ...more] =
    /"(event|data):|\n\[/.test(text) && door === 'trpc' ? piecesOf(text) : [parsed(text)];
  if (door === 'rest') judgeRest(answer, body, targets, fault);
  else if (more.length > 0) judgePieces([body, ...more], fault);
  else judgeTrpc(answer, body, targets, fault);
  return faults;
}

type Tell = (kind: Fault['kind'], why: string) => void;

function judgeRest(
  { names: [name = ''], status }: Answered,
  body: unknown,
  targets: ReadonlyMap<string, Target>,
  fault: Tell,
): void {
  if (status >= 400) {
    if (!isPlainError(body, status)) fault('shape', 'an error in another shape than D5');
  } else if (status === 200) judgeOutput(targets.get(name), body, fault);
  else fault('shape', `answered ${status}`);
}

function judgeTrpc(
  { names, status }: Answered,
  body: unknown,
  targets: ReadonlyMap<string, Target>,
  fault: Tell,
): void {
  if (status >= 400 && isPlainError(body, status)) return;
  const parts = Array.isArray(body) ? body : [body];
  for (const [index, part] of parts.entries()) {
    const { result, error } = Object(part);
    if (error !== undefined ? !isTrpcError(error) : result === undefined)
      fault('shape', 'neither a result nor an error of D5');
    else if (result && parts.length === names.length)
      judgeOutput(targets.get(names[index] ?? ''), result.data, fault);
  }
}

/** The lines of an answer that is sent piece by piece. */
const piecesOf = (text: string): unknown[] => text.split('\n').filter(Boolean).map(parsed);

/** Wherever an error stands in them it is one of D5. */
function judgePieces(piece: unknown, fault: Tell): void {
  if (typeof piece !== 'object' || piece === null) return;
  const { error } = piece as { error?: unknown };
  if (error !== undefined && !isTrpcError(error))
    fault('shape', 'an error in another shape than D5 in a stream');
  for (const part of Object.values(piece)) judgePieces(part, fault);
}

/** Just what its declaration says: nothing is missing, nothing is there beside. */
function judgeOutput(target: Target | undefined, body: unknown, fault: Tell): void {
  if (!target?.output || target.kind === 'subscription') return;
  const { success, output } = v.safeParse(target.output, body);
  if (!success || !isDeepStrictEqual(output, body))
    fault('output', `another answer than ${target.name} declares`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Somebody's e-mail, phone or token where it must not be: admins see the first two, members their own and, in a conversation, a phone. */
function strangerIn({ text, names, as }: Answered): string | undefined {
  if (!text.includes('zqmk')) return undefined;
  for (const [whole, kind, number] of text.matchAll(MARKER)) {
    if (kind === 't') return whole;
    if (as === 'admin' && names.some((name) => name.startsWith('admin.'))) continue;
    if (names.includes('marketplace.accounts.login') || as === 'spare') {
      if (Number(number) >= 100 && Number(number) < 200) continue;
    }
    // The members whose data links are known.
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
