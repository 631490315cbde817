import { encodingFor, isKnownTo } from '../encoding';
import type { Operation } from '../operations';
import {
  type Bytes,
  type Door,
  type Snapshot,
  type Snapshots,
  snapshotHeaders,
  type Version,
} from './version';

export type HotReads = {
  /** Returns the cached response to a public read if it is ready now, else undefined. */
  atOnce: (request: Request, path: string) => Response | undefined;
  /** Waits for the response if necessary. Returns undefined if the path is not a cached public read. */
  answer: (request: Request, path: string) => Promise<Response> | undefined;
};

/**
 * Serves cached public reads as bytes, under `/api` and as unbatched tRPC calls. Responses of `atOnce` bypass the
 * framework, so they include `everyHeader` themselves. They have no request id, because they are not logged.
 */
export function hotReads(
  operations: readonly Operation[],
  snapshots: Snapshots,
  everyHeader: Record<string, string>,
): HotReads {
  const table = new Map<string, { snapshot: Snapshot; transport: Door }>();
  for (const { name, path } of operations) {
    const snapshot = snapshots.find(name);
    if (!snapshot) continue;
    table.set(`/api${path}`, { snapshot, transport: 'rest' });
    table.set(`/trpc/${name}`, { snapshot, transport: 'trpc' });
  }

  /** Headers are built once for each body: building them costs more than the rest of a request. */
  const cache = new WeakMap<Bytes, { full: Headers; notModified: Headers }>();
  const headersOf = (bytes: Bytes) => {
    const cached = cache.get(bytes);
    if (cached) return cached;
    const full = new Headers({ ...everyHeader, ...headersFor(bytes) });
    const headers = { full, notModified: new Headers(cachingOf(bytes)) };
    cache.set(bytes, headers);
    return headers;
  };

  return {
    atOnce(request, path) {
      const found = request.method === 'GET' ? table.get(path) : undefined;
      const version = found?.snapshot.atOnce();
      const bytes = found && version?.bytes(found.transport, encodingOf(request, version));
      if (!bytes) return undefined;
      const headers = headersOf(bytes);
      return isKnownTo(request, bytes.etag)
        ? new Response(null, { status: 304, headers: headers.notModified })
        : new Response(bytes.body, { headers: headers.full });
    },
    answer(request, path) {
      const found = request.method === 'GET' || request.method === 'HEAD' ? table.get(path) : undefined;
      return found && respond(request, found.snapshot, found.transport);
    },
  };
}

async function respond(request: Request, snapshot: Snapshot, transport: Door): Promise<Response> {
  const { version, age } = await snapshot.read();
  const bytes = await version.make(transport, encodingOf(request, version));
  const more = age === undefined ? {} : snapshotHeaders(age);
  if (isKnownTo(request, bytes.etag)) return notModified(bytes, more);
  return new Response(bytes.body, { headers: { ...headersFor(bytes), ...more } });
}

const encodingOf = (request: Request, { isWorthIt }: Version) =>
  encodingFor(request, (name) => name === 'identity' || isWorthIt);

/** Caches may store the response but must revalidate it each time. */
const cachingOf = ({ etag }: Bytes) => ({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });

const headersFor = (bytes: Bytes) => ({
  'content-type': 'application/json',
  ...cachingOf(bytes),
  ...(bytes.encoding !== 'identity' && { 'content-encoding': bytes.encoding }),
});

/** A 304 repeats only the caching headers (RFC 9110, 15.4.5). */
const notModified = (bytes: Bytes, more: Record<string, string> = {}) =>
  new Response(null, { status: 304, headers: { ...cachingOf(bytes), ...more } });
