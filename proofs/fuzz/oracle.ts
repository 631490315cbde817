import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ERRORS, type ErrorCode, isErrorCode } from '#src/shared/errors.ts';
import { CANARY } from './invalid-values.ts';
import { isNumberOf, MARKER, MARKER_PREFIX, MEMBER, OTHER, type Principal } from './people.ts';
import type { Target } from './targets.ts';

export type Exchange = {
  transport: 'rest' | 'trpc' | 'page';
  /** The called operations. A tRPC batch calls several. */
  procedures: string[];
  /** A `spare` member is used once: the operation ends the session or deletes the account. */
  caller: Principal | 'spare';
  /** Then an empty response with a status of 400, 413, 414 or 431 is allowed. */
  mayBeRejectedByHttpParser?: boolean;
  isBodyTooLarge?: boolean;
  status: number;
  headers: Headers;
  text: string;
};

export type Violation = { kind: 'failed' | 'shape' | 'leak' | 'output'; reason: string };

const INTERNALS =
  /\n\s+at .+:\d+|DrizzleQueryError|PostgresError|TRPCError|ValiError|Failed query|\b(select|insert into|update|delete from) "|\$argon2|node_modules|\/src\/|\.ts:\d|\/tmp\/|token_hash|password_hash|relation "|column "|duplicate key|invalid input syntax|constraint "/i;

/** The details of these codes name the missing columns, or what is wrong with the file. */
const OWN_DETAILS: Partial<Record<ErrorCode, RegExp>> = {
  'import.columns': /^(?:CSV-filen|Bladet ".*") saknar den? obligatoriska kolumn|^Filen är en iCalendar-fil/,
  'import.unreadable': /^Filen heter \.|^(?:CSV|Excel)-filen går inte att läsa/,
  'import.empty': /^Excel-filen har inget synligt blad/,
};
const expectedDetailOf = (code: ErrorCode, detail: unknown) =>
  OWN_DETAILS[code]?.test(String(detail)) ? detail : ERRORS[code][1];

function isRestError(body: unknown, status: number): boolean {
  const { code, detail } = Object(body);
  return (
    isErrorCode(code) &&
    isDeepStrictEqual(body, { detail: expectedDetailOf(code, detail), code }) &&
    ERRORS[code][0] === status
  );
}

function isTrpcError(error: unknown): boolean {
  const { message, code, data } = Object(error);
  if (
    !isDeepStrictEqual(Object.keys(Object(error)).sort(), ['code', 'data', 'message']) ||
    !Number.isInteger(code)
  )
    return false;
  const received = data?.code;
  const expected = isErrorCode(received) && {
    code: received,
    detail: expectedDetailOf(received, data.detail),
    httpStatus: ERRORS[received][0],
  };
  return isDeepStrictEqual(data, expected) && message === data.detail;
}

export function findViolations(
  response: Exchange,
  targets: ReadonlyMap<string, Target>,
  secrets: readonly string[],
): Violation[] {
  const { status, text, transport } = response;
  if (response.mayBeRejectedByHttpParser && [400, 414, 431, 413].includes(status) && text === '') return [];
  const violations: Violation[] = [];
  const addViolation = (kind: Violation['kind'], reason: string) => violations.push({ kind, reason });
  const isAdminSuccess = (name: string) =>
    response.procedures.includes(name) && response.caller === 'admin' && status === 200;

  if (status >= 500 && status !== 503) addViolation('failed', `status ${status}`);
  // Successes may contain the code: the API description shows it as an example.
  if (status !== 200 && /"code":"server\.failed"/.test(text)) addViolation('failed', 'code server.failed');
  if (response.isBodyTooLarge && (status === 200 || status === 400))
    addViolation('failed', 'accepted a body over the limit');
  if ([429, 503].includes(status) && !/^\d+$/.test(response.headers.get('retry-after') ?? ''))
    addViolation('shape', `${status} without Retry-After`);

  if (!isAdminSuccess('admin.backup.export')) {
    // An import names the field of the document that it rejected.
    const textToCheck = isAdminSuccess('admin.backup.import') ? text.replaceAll(/fältet \w+/g, '') : text;
    const internals = INTERNALS.exec(textToCheck);
    if (internals) addViolation('leak', `contains internals: ${internals[0].trim().slice(0, 60)}`);
    if (secrets.some((secret) => text.includes(secret))) addViolation('leak', 'contains a hash');
    const foreign = foreignMarkerIn(response);
    if (foreign) addViolation('leak', `shows ${response.caller} another person's data: ${foreign}`);
  }
  if (status >= 400 && text.includes(CANARY)) addViolation('leak', 'an error contains what was sent');
  for (const [name, value] of response.headers) {
    if (value.includes(CANARY) || value.includes(MARKER_PREFIX))
      addViolation('leak', `header ${name} contains what was sent`);
  }

  const type = response.headers.get('content-type') ?? '';
  if (text === '' || transport === 'page' || (!type.startsWith('application/json') && status < 400))
    return violations;
  const [body, ...more] =
    /"(event|data):|\n\[/.test(text) && transport === 'trpc' ? parseJsonLines(text) : [parseJson(text)];
  if (transport === 'rest') checkRest(response, body, targets, addViolation);
  else if (more.length > 0) checkStreamPart([body, ...more], addViolation);
  else checkTrpc(response, body, targets, addViolation);
  return violations;
}

type AddViolation = (kind: Violation['kind'], reason: string) => void;

function checkRest(
  { procedures: [name = ''], status }: Exchange,
  body: unknown,
  targets: ReadonlyMap<string, Target>,
  addViolation: AddViolation,
): void {
  if (status >= 400) {
    if (!isRestError(body, status)) addViolation('shape', 'the error is not one of the catalogue');
  } else if (status === 200) checkOutput(targets.get(name), body, addViolation);
  else addViolation('shape', `status ${status}`);
}

function checkTrpc(
  { procedures, status }: Exchange,
  body: unknown,
  targets: ReadonlyMap<string, Target>,
  addViolation: AddViolation,
): void {
  if (status >= 400 && isRestError(body, status)) return;
  const parts = Array.isArray(body) ? body : [body];
  for (const [index, part] of parts.entries()) {
    const { result, error } = Object(part);
    if (error !== undefined ? !isTrpcError(error) : result === undefined)
      addViolation('shape', 'neither a result nor an error of the catalogue');
    else if (result && parts.length === procedures.length)
      checkOutput(targets.get(procedures[index] ?? ''), result.data, addViolation);
  }
}

const parseJsonLines = (text: string): unknown[] => text.split('\n').filter(Boolean).map(parseJson);

function checkStreamPart(piece: unknown, addViolation: AddViolation): void {
  if (typeof piece !== 'object' || piece === null) return;
  const { error } = piece as { error?: unknown };
  if (error !== undefined && !isTrpcError(error))
    addViolation('shape', 'an error in a stream is not one of the catalogue');
  for (const part of Object.values(piece)) checkStreamPart(part, addViolation);
}

/** No field may be missing or added. */
function checkOutput(target: Target | undefined, body: unknown, addViolation: AddViolation): void {
  if (!target?.output || target.kind === 'subscription') return;
  const { success, output } = v.safeParse(target.output, body);
  if (!success || !isDeepStrictEqual(output, body))
    addViolation('output', `the output does not match the schema of ${target.name}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Admins may see e-mails and phones. Members may see their own, and the other party's phone in a conversation. */
function foreignMarkerIn({ text, procedures, caller }: Exchange): string | undefined {
  if (!text.includes(MARKER_PREFIX)) return undefined;
  for (const [marker, kind, number] of text.matchAll(MARKER)) {
    // `t` marks tokens, `p` phones and `e` e-mails.
    if (kind === 't') return marker;
    if (caller === 'admin' && procedures.some((name) => name.startsWith('admin.'))) continue;
    if (procedures.includes('marketplace.accounts.login') || caller === 'spare') {
      if (isNumberOf('spare', Number(number))) continue;
    }
    const isOwnLink = caller === 'organiser' && procedures.some((name) => name.startsWith('organiser.'));
    if (isOwnLink && isNumberOf('organiser', Number(number))) continue;
    // The requests contain links to the data of suspended members.
    if (procedures.includes('public.watches.data') && isNumberOf('watcher', Number(number))) continue;
    if (procedures.includes('marketplace.privacy.dataByLink') && isNumberOf('suspended', Number(number)))
      continue;
    if (
      (caller === 'member' && Number(number) === MEMBER) ||
      (caller === 'other' && Number(number) === OTHER)
    )
      continue;
    if (
      kind === 'p' &&
      (caller === 'member' || caller === 'other') &&
      procedures.includes('marketplace.conversations.open')
    )
      continue;
    return marker;
  }
  return undefined;
}
