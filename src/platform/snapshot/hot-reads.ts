import { encodingFor, isKnownTo } from '../encoding';
import type { Operation } from '../operations';
import { type Answer, type Door, type Snapshot, type Snapshots, snapshotHeaders } from './version';

export type HotReads = {
  /** The answer to what everybody may read, when it lies ready; undefined for all else. */
  atOnce: (request: Request, path: string) => Response | undefined;
  /** The same, waited for; undefined for what is no such read. */
  answer: (request: Request, path: string) => Promise<Response> | undefined;
};

/**
 * The paths under which snapshots are served as bytes: under `/api`, and as tRPC asks for one by itself. What is answered at
 * once passes the framework by, and carries the headers that every answer has by `headersOf`.
 */
export function hotReads(
  operations: readonly Operation[],
  snapshots: Snapshots,
  headersOf: (request: Request) => Record<string, string>,
): HotReads {
  const table = new Map<string, { snapshot: Snapshot; door: Door }>();
  for (const { name, path } of operations) {
    const snapshot = snapshots.find(name);
    if (!snapshot) continue;
    table.set(`/api${path}`, { snapshot, door: 'rest' });
    table.set(`/trpc/${name}`, { snapshot, door: 'trpc' });
  }

  return {
    atOnce(request, path) {
      const found = request.method === 'GET' ? table.get(path) : undefined;
      const version = found?.snapshot.atOnce();
      if (!found || !version) return undefined;
      const encoding = encodingFor(request, (name) => name === 'identity' || version.isWorthIt);
      const bytes = version.bytes(found.door, encoding);
      return bytes && respond(request, { version }, found.door, encoding, bytes, headersOf(request));
    },
    answer(request, path) {
      const found = request.method === 'GET' || request.method === 'HEAD' ? table.get(path) : undefined;
      return found && waitedFor(request, found.snapshot, found.door);
    },
  };
}

async function waitedFor(request: Request, snapshot: Snapshot, door: Door): Promise<Response> {
  const answer = await snapshot.read();
  const { version } = answer;
  const encoding = encodingFor(request, (name) => name === 'identity' || version.isWorthIt);
  return respond(request, answer, door, encoding, await version.make(door, encoding));
}

function respond(
  request: Request,
  { version, age }: Answer,
  door: Door,
  encoding: string,
  bytes: Uint8Array,
  more: Record<string, string> = {},
): Response {
  // Each sequence of bytes has a tag of its own.
  const etag = `"${version.tag}-${door}-${encoding}"`;
  const headers: Record<string, string> = {
    ...more,
    'content-type': 'application/json',
    // Kept by who likes, and asked about each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
    ...(age !== undefined && snapshotHeaders(age)),
  };
  if (isKnownTo(request, etag)) return new Response(null, { status: 304, headers });
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}
