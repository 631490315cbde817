import type { RequestContext } from '#src/platform/context.ts';
import type { UnsentBytes } from '#src/platform/http/unsent.ts';
import { type Snapshots, snapshotHeaders } from '#src/platform/snapshot/version.ts';
import { AppError } from '#src/shared/errors.ts';

export const BATCH_MAX = 10;
/** The maximum size of the JSON of all parts together. */
const BATCH_BYTES_MAX = 2_000_000;

/** Returns the procedure names of a batch. Throws for more than {@link BATCH_MAX} operations and for duplicates. */
export function namesOfBatch(joinedNames: string): string[] {
  const names = joinedNames.split(',');
  if (names.length > BATCH_MAX) throw new AppError('request.malformed');
  if (new Set(names).size < names.length) throw new AppError('request.batch_repeated');
  return names;
}

export type BatchDependencies = {
  contextOf: (request: Request) => RequestContext;
  snapshots: Snapshots;
  unsentBytes: UnsentBytes;
};

type CallProcedure = (name: string, input: unknown) => Promise<Response>;

/** The response to one call. `uncachedBytes` is 0 for a cached response. */
type Part = { json: Blob; uncachedBytes: number; status: number; headers: Record<string, string> };

/**
 * Returns the response to a batch of reads. Cached reads are taken from memory, and each other read is a separate call.
 * If the statuses of the parts differ, the status is 207. Throws `request.batch_too_large`.
 */
export async function respondToBatch(
  request: Request,
  names: readonly string[],
  callProcedure: CallProcedure,
  { contextOf, snapshots, unsentBytes }: BatchDependencies,
): Promise<Response> {
  const inputs = inputsOf(request);
  const cached = await Promise.all(names.map((name) => cachedPart(snapshots, name)));
  // Check the size early too, to avoid database reads whose result would be discarded.
  checkSize(cached);
  const { ipAddress } = contextOf(request);
  const parts = await Promise.all(
    names.map(async (name, index) => cached[index] ?? partOf(await callProcedure(name, inputs[index]))),
  );
  checkSize(parts);

  const statuses = new Set(parts.map(({ status }) => status));
  const [status = 200] = statuses;
  const body = unsentBytes.bodyOf(
    [OPENING, ...parts.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json])), CLOSING],
    parts.reduce((sum, { uncachedBytes }) => sum + uncachedBytes, 0),
    ipAddress,
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

/** Returns the input of each call, by its index. Throws `request.malformed`. */
function inputsOf(request: Request): Record<number, unknown> {
  const input = new URL(request.url).searchParams.get('input');
  if (!input) return {};
  try {
    const inputs: unknown = JSON.parse(input);
    if (typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)) return { ...inputs };
  } catch {
    // Invalid JSON is reported below.
  }
  throw new AppError('request.malformed');
}

/** Returns undefined for a read that is not cached or fails. tRPC then runs it or reports the error. */
async function cachedPart(snapshots: Snapshots, name: string): Promise<Part | undefined> {
  const pendingRead = snapshots.find(name)?.read();
  const result = await pendingRead?.catch(() => undefined);
  if (!result) return undefined;
  const { body } = await result.version.encode('trpc', 'identity');
  const headers = result.age === undefined ? {} : snapshotHeaders(result.age);
  return { json: body, uncachedBytes: 0, status: 200, headers };
}

async function partOf(response: Response): Promise<Part> {
  const json = await response.blob();
  const retryAfter = response.headers.get('retry-after');
  return {
    json,
    uncachedBytes: json.size,
    status: response.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  };
}

function checkSize(parts: readonly (Part | undefined)[]): void {
  const size = parts.reduce((sum, part) => sum + (part?.json.size ?? 0), 0);
  if (size > BATCH_BYTES_MAX) throw new AppError('request.batch_too_large');
}
