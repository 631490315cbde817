import { AppError } from '../shared/errors';
import type { RequestContext } from './context';
import type { CountRead } from './read-limit';
import { type Snapshots, snapshotHeaders } from './snapshot/version';
import type { Unsent } from './unsent';

/** Calls in a batch. */
export const BATCH_MAX = 10;
/** The largest response to a batch of reads, in bytes of JSON. */
const BATCH_BYTES = 2_000_000;

/** The operations that a batch calls. Throws for more than {@link BATCH_MAX}, or for an operation that is named twice. */
export function namesOfBatch(called: string): string[] {
  const names = called.split(',');
  if (names.length > BATCH_MAX) throw new AppError('request.malformed');
  if (new Set(names).size < names.length) throw new AppError('request.batch_repeated');
  return names;
}

export type BatchNeeds = {
  contextOf: (request: Request) => RequestContext;
  snapshots: Snapshots;
  unsent: Unsent;
  countRead: CountRead;
};

/** Has tRPC answer one read. */
type Ask = (name: string, input: unknown) => Promise<Response>;

/** The response to one call. `own` is its size if it was made for this request, 0 for cached bytes. */
type Part = { json: Blob; own: number; status: number; headers: Record<string, string> };

/**
 * Answers a batch of reads: cached ones from their bytes, the others through tRPC, one by one. The status is that of the
 * parts if they all have the same, else 207. Throws `request.batch_too_large`, and `request.too_many` for callers without
 * a session.
 */
export async function answerBatch(
  request: Request,
  names: readonly string[],
  ask: Ask,
  { contextOf, snapshots, unsent, countRead }: BatchNeeds,
): Promise<Response> {
  const inputs = inputsOf(request);
  const cached = await Promise.all(names.map((name) => cachedPart(snapshots, name)));
  // Checked early too, to spare the database reads whose result would be discarded.
  checkSize(cached);
  const { address, bearer } = contextOf(request);
  // With a bearer token, each session lookup that finds nothing is counted instead.
  if (!bearer && cached.includes(undefined)) countRead(address);
  const parts = await Promise.all(
    names.map(async (name, index) => cached[index] ?? partOf(await ask(name, inputs[index]))),
  );
  checkSize(parts);

  const statuses = new Set(parts.map(({ status }) => status));
  const [status = 200] = statuses;
  const body = unsent.bodyOf(
    [OPENING, ...parts.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json])), CLOSING],
    parts.reduce((sum, { own }) => sum + own, 0),
    address,
  );
  return new Response(body, {
    status: statuses.size === 1 ? status : 207,
    headers: Object.assign(
      { 'content-type': 'application/json', 'cache-control': 'no-store' },
      ...parts.map(({ headers }) => headers),
    ),
  });
}

const [OPENING, COMMA, CLOSING] = ['[', ',', ']'].map((text) => new Blob([text])) as [Blob, Blob, Blob];

/** The inputs of the calls by their index, as tRPC has them in the query. */
function inputsOf(request: Request): Record<number, unknown> {
  const input = new URL(request.url).searchParams.get('input');
  if (!input) return {};
  try {
    const inputs: unknown = JSON.parse(input);
    if (typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)) return { ...inputs };
  } catch {
    // Not JSON: reported below.
  }
  throw new AppError('request.malformed');
}

/** Undefined for a read that is not cached or cannot be read now. tRPC then answers it or reports the error. */
async function cachedPart(snapshots: Snapshots, name: string): Promise<Part | undefined> {
  const reading = snapshots.find(name)?.read();
  const answer = await reading?.catch(() => undefined);
  if (!answer) return undefined;
  const { body } = await answer.version.make('trpc', 'identity');
  const headers = answer.age === undefined ? {} : snapshotHeaders(answer.age);
  return { json: body, own: 0, status: 200, headers };
}

async function partOf(answer: Response): Promise<Part> {
  const json = await answer.blob();
  const retryAfter = answer.headers.get('retry-after');
  return {
    json,
    own: json.size,
    status: answer.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  };
}

function checkSize(parts: readonly (Part | undefined)[]): void {
  const size = parts.reduce((sum, part) => sum + (part?.json.size ?? 0), 0);
  if (size > BATCH_BYTES) throw new AppError('request.batch_too_large');
}
