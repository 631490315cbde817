import { SHARED } from '#src/platform/http/caching.ts';
import { encodingFor, isNotModified } from '#src/platform/http/encoding.ts';
import type { Operation } from '#src/platform/procedure/operations.ts';
import {
  type ApiTransport,
  type EncodedBody,
  type Snapshot,
  type Snapshots,
  snapshotHeaders,
  type Version,
} from './version.ts';

export type CachedReads = {
  /** Returns the cached response to a public read if it is ready now, else undefined. */
  respondIfReady: (request: Request, path: string) => Response | undefined;
  /** Waits for the response if necessary. Returns undefined if the path is not a cached public read. */
  respond: (request: Request, path: string) => Promise<Response> | undefined;
};

type CachedRead = { name: string; field: string | undefined; transport: ApiTransport };

/**
 * Serves cached public reads as bytes, under `/api` and as unbatched tRPC calls. Responses of `respondIfReady` bypass
 * the framework, so they include `commonHeaders` themselves. They have no request id, because they are not logged.
 */
export function cachedReads(
  operations: readonly Operation[],
  snapshots: Snapshots,
  commonHeaders: Record<string, string>,
): CachedReads {
  const readsByPath = new Map<string, CachedRead>();
  for (const { name, path, snapshot } of operations) {
    if (!snapshot) continue;
    readsByPath.set(`/api${path}`, { name, field: snapshot.input?.field, transport: 'rest' });
    readsByPath.set(`/trpc/${name}`, { name, field: snapshot.input?.field, transport: 'trpc' });
  }
  /** Undefined also for an invalid input, which the procedure refuses. */
  function findRead(request: Request, path: string) {
    const read = readsByPath.get(path);
    const snapshot =
      read && snapshots.find(read.field ? `${read.name} ${inputOf(request, read)}` : read.name);
    return snapshot && { snapshot, transport: read.transport };
  }

  /** Headers are built once for each body: building them costs more than the rest of a request. */
  const headersByBody = new WeakMap<EncodedBody, { full: Headers; notModified: Headers }>();
  const cachedHeadersOf = (encoded: EncodedBody) => {
    const cached = headersByBody.get(encoded);
    if (cached) return cached;
    const full = new Headers({ ...commonHeaders, ...contentHeaders(encoded) });
    const headers = { full, notModified: new Headers(cachingHeaders(encoded)) };
    headersByBody.set(encoded, headers);
    return headers;
  };

  return {
    respondIfReady(request, path) {
      const found = request.method === 'GET' ? findRead(request, path) : undefined;
      const version = found?.snapshot.current();
      const encoded = found && version?.encodedIfReady(found.transport, encodingOf(request, version));
      if (!encoded) return undefined;
      const headers = cachedHeadersOf(encoded);
      return isNotModified(request, encoded.etag)
        ? new Response(null, { status: 304, headers: headers.notModified })
        : new Response(encoded.body, { headers: headers.full });
    },
    respond(request, path) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const found = isRead ? findRead(request, path) : undefined;
      return found && respond(request, found.snapshot, found.transport);
    },
  };
}

/** Returns '' if the input is missing or invalid. */
function inputOf(request: Request, { field = '', transport }: CachedRead): string {
  const { searchParams } = new URL(request.url);
  if (transport === 'rest') return searchParams.get(field) ?? '';
  try {
    const value: unknown = JSON.parse(searchParams.get('input') ?? '')[field];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

async function respond(request: Request, snapshot: Snapshot, transport: ApiTransport): Promise<Response> {
  const { version, age } = await snapshot.read();
  const encoded = await version.encode(transport, encodingOf(request, version));
  const ageHeaders = age === undefined ? {} : snapshotHeaders(age);
  if (isNotModified(request, encoded.etag)) return notModified(encoded, ageHeaders);
  return new Response(encoded.body, { headers: { ...contentHeaders(encoded), ...ageHeaders } });
}

const encodingOf = (request: Request, { isCompressible }: Version) =>
  encodingFor(request, (name) => name === 'identity' || isCompressible);

const cachingHeaders = ({ etag }: EncodedBody) => ({
  'cache-control': SHARED,
  vary: 'accept-encoding',
  etag,
});

const contentHeaders = (encoded: EncodedBody) => ({
  'content-type': 'application/json',
  ...cachingHeaders(encoded),
  ...(encoded.encoding !== 'identity' && { 'content-encoding': encoded.encoding }),
});

/** A 304 repeats only the caching headers (RFC 9110, 15.4.5). */
const notModified = (encoded: EncodedBody, ageHeaders: Record<string, string> = {}) =>
  new Response(null, { status: 304, headers: { ...cachingHeaders(encoded), ...ageHeaders } });
