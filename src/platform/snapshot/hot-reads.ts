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
  /** The answer to what everybody may read, when it lies ready; undefined for all else. */
  atOnce: (request: Request, path: string) => Response | undefined;
  /** The same, waited for; undefined for what is no such read. */
  answer: (request: Request, path: string) => Promise<Response> | undefined;
};

/**
 * The paths under which snapshots are served as bytes: under `/api`, and as tRPC asks for one by itself. What is answered at
 * once passes the framework by, and so carries the headers itself that every answer has; but for the id of a request, for
 * nothing is written of it in the log.
 */
export function hotReads(
  operations: readonly Operation[],
  snapshots: Snapshots,
  everyHeader: Record<string, string>,
): HotReads {
  const table = new Map<string, { snapshot: Snapshot; door: Door }>();
  for (const { name, path } of operations) {
    const snapshot = snapshots.find(name);
    if (!snapshot) continue;
    table.set(`/api${path}`, { snapshot, door: 'rest' });
    table.set(`/trpc/${name}`, { snapshot, door: 'trpc' });
  }

  /** Written once: making headers of names and values costs more than all else here. */
  const written = new WeakMap<Bytes, { whole: Headers; known: Headers }>();
  const headersOf = (bytes: Bytes) => {
    const before = written.get(bytes);
    if (before) return before;
    const whole = new Headers({ ...everyHeader, ...headersFor(bytes) });
    const made = { whole, known: new Headers(cachingOf(bytes)) };
    written.set(bytes, made);
    return made;
  };

  return {
    atOnce(request, path) {
      const found = request.method === 'GET' ? table.get(path) : undefined;
      const version = found?.snapshot.atOnce();
      const bytes = found && version?.bytes(found.door, encodingOf(request, version));
      if (!bytes) return undefined;
      const { whole, known } = headersOf(bytes);
      return isKnownTo(request, bytes.etag)
        ? new Response(null, { status: 304, headers: known })
        : new Response(bytes.body, { headers: whole });
    },
    answer(request, path) {
      const found = request.method === 'GET' || request.method === 'HEAD' ? table.get(path) : undefined;
      return found && waitedFor(request, found.snapshot, found.door);
    },
  };
}

async function waitedFor(request: Request, snapshot: Snapshot, door: Door): Promise<Response> {
  const { version, age } = await snapshot.read();
  const bytes = await version.make(door, encodingOf(request, version));
  const more = age === undefined ? {} : snapshotHeaders(age);
  if (isKnownTo(request, bytes.etag)) return notModified(bytes, more);
  return new Response(bytes.body, { headers: { ...headersFor(bytes), ...more } });
}

const encodingOf = (request: Request, { isWorthIt }: Version) =>
  encodingFor(request, (name) => name === 'identity' || isWorthIt);

/** Kept by who likes, and asked about each time. */
const cachingOf = ({ etag }: Bytes) => ({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });

const headersFor = (bytes: Bytes) => ({
  'content-type': 'application/json',
  ...cachingOf(bytes),
  ...(bytes.encoding !== 'identity' && { 'content-encoding': bytes.encoding }),
});

/** All other headers are those that came with the bytes (RFC 9110, 15.4.5). */
const notModified = (bytes: Bytes, more: Record<string, string> = {}) =>
  new Response(null, { status: 304, headers: { ...cachingOf(bytes), ...more } });
