import type { Socket } from 'bun';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';

const CONNECTIONS = 40;
const RECONNECT_AFTER_MS = 250;
const FURTHER_REQUESTS_AFTER_MS = 1000;
/** Longer than the product waits for a slow reader. */
const STAY_OPEN_MS = 12_000;

const PUBLIC_READS = ['events.list', 'events.coordinates', 'announcements.list', 'banners.list'].map(
  (name) => `public.${name}`,
);
const OTHER_READS = ['marketplace.accounts.profile', 'marketplace.conversations.list', 'admin.audit.list'];

/** The largest responses first. `turn` selects among pages that are not cached. */
function greedyPaths(turn: number): string[] {
  const sport = SPORTS[turn % SPORTS.length] ?? '';
  const landskap = LANDSKAP[turn % LANDSKAP.length] ?? '';
  const filter = new URLSearchParams({ sport, landskap, date: 'all' });
  return [
    `/trpc/${Array(10).fill(PUBLIC_READS[0]).join()}?batch=1`,
    '/api/events',
    `/trpc/${PUBLIC_READS.slice(1).join()}?batch=1`,
    `/trpc/${[...PUBLIC_READS.slice(1), ...OTHER_READS].join()}?batch=1`,
    `/trpc/${PUBLIC_READS[0]}`,
    `/trpc/public%2Eevents.list`,
    `/?${filter}`,
    `/map?${filter}`,
    '/marketplace',
    '/api/admin/events',
    '/uploads/nothing.png',
    '/api/events/coordinates',
    '/api/openapi.json',
    '/api/docs',
    '/api/ready',
    '/nowhere',
  ];
}

/** A connection has one unread response at most. Half of them first request the largest one. */
export function openGreedyConnections(url: string): { requestCount: () => number; end: () => void } {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOver = false;
  let requestCount = 0;
  const requestText = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer nobody\r\nAccept: */*\r\n\r\n`;

  async function connect(index: number): Promise<void> {
    for (let turn = index; !isOver; turn++) {
      const all = greedyPaths(turn);
      const from = index % 2 === 0 ? 0 : turn % all.length;
      const paths = [...all.slice(from), ...all.slice(0, from)];
      const ended = Promise.withResolvers<void>();
      const end = () => ended.resolve();
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open(opened) {
            opened.pause();
            // Only the first: further requests behind an unread response close the connection.
            opened.write(requestText(paths[0] ?? '/'));
            requestCount++;
          },
          data() {},
          end,
          close: end,
          error: end,
          connectError: end,
        },
      }).catch(() => undefined);
      if (!socket) end();
      else sockets.add(socket);
      // Half of them send further requests, for which the product closes the connection.
      if (socket && index % 2 === 0) {
        await Bun.sleep(FURTHER_REQUESTS_AFTER_MS);
        socket.write(paths.slice(1).map(requestText).join(''));
        requestCount += paths.length - 1;
      }
      // A paused socket does not notice that it was closed.
      await Promise.race([ended.promise, Bun.sleep(STAY_OPEN_MS)]);
      socket?.terminate();
      if (socket) sockets.delete(socket);
      await Bun.sleep(RECONNECT_AFTER_MS);
    }
  }
  for (let index = 0; index < CONNECTIONS; index++) void connect(index);

  return {
    requestCount: () => requestCount,
    end: () => {
      isOver = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

export async function importEvents(
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `2027-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')},Stora loppet nummer ${index},"5 km, 10 km, 21,1 km",Löpning,Stockholm`,
  );
  const body = new FormData();
  const csv = ['event_date,event_name,distances,sport_type,ort', ...rows].join('\n');
  body.append('file', new File([csv], 'events.csv', { type: 'text/csv' }));
  const response = await fetch(`${url}/api/admin/events/import`, { method: 'POST', headers, body });
  const { imported_count } = (await response.json()) as { imported_count?: number };
  if (imported_count !== count)
    throw new Error(
      `The import returned ${response.status} and stored ${imported_count} of ${count} events.`,
    );
}
