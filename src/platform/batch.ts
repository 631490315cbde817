import { AppError } from '../shared/errors';
import type { RequestContext } from './context';
import type { CountRead } from './read-limit';
import { type Snapshots, snapshotHeaders } from './snapshot/version';
import type { Unsent } from './unsent';

/** Calls in a batch. */
export const BATCH_MAX = 10;
/** Bytes of JSON that the answer to a batch of reads may have. */
const BATCH_BYTES = 2_000_000;

/** What a batch calls. Throws when it has too many calls, or names an operation twice. */
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

/** Lets tRPC answer one read, by its name and input. */
type Ask = (name: string, input: unknown) => Promise<Response>;

/** One element of the answer. */
type Part = { json: Blob; own: number; status: number; headers: Record<string, string> };

/**
 * Answers a batch of reads: cached ones from their bytes, each of the others as tRPC answers it alone. The status is that of
 * the parts when they agree, else 207. Throws `request.batch_too_large`, and `request.too_many` for callers without a session.
 */
export async function answerBatch(
  request: Request,
  names: readonly string[],
  ask: Ask,
  { contextOf, snapshots, unsent, countRead }: BatchNeeds,
): Promise<Response> {
  const inputs = inputsOf(request);
  const cached = await Promise.all(names.map((name) => cachedPart(snapshots, name)));
  // Before anything is read from the database in vain.
  expectSmall(cached);
  const { address, bearer } = contextOf(request);
  // With a bearer, each lookup that finds no session counts.
  if (!bearer && cached.includes(undefined)) countRead(address);
  const parts = await Promise.all(
    names.map(async (name, index) => cached[index] ?? partOf(await ask(name, inputs[index]))),
  );
  expectSmall(parts);

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
    // Said below.
  }
  throw new AppError('request.malformed');
}

/** Undefined also when it cannot be read: tRPC then reports that in its own shape. */
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

function expectSmall(parts: readonly (Part | undefined)[]): void {
  const size = parts.reduce((sum, part) => sum + (part?.json.size ?? 0), 0);
  if (size > BATCH_BYTES) throw new AppError('request.batch_too_large');
}
