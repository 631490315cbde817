import type { Socket, TCPSocketConnectOptions } from 'bun';

type SlowClient = {
  head: string;
  /** Sent again every `intervalMs` milliseconds, 1000 by default. */
  repeatedData?: string | Buffer;
  intervalMs?: number;
  readsNothing?: true;
};

const requestHead = (line: string, headers: string) =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
const JSON_BODY = 'Content-Type: application/json';
const CHUNKED = `${JSON_BODY}\r\nTransfer-Encoding: chunked`;
const CHUNK = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, 'a'), Buffer.from('\r\n')]);
const CONTACT = 'POST /api/contact/message';

export const SLOW_CLIENTS: Record<string, SlowClient> = {
  'sends nothing': { head: '' },
  'headers byte by byte': {
    head: 'GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    repeatedData: 'a',
  },
  'a body byte by byte': {
    head: `${requestHead(CONTACT, `${JSON_BODY}\r\nContent-Length: 5000`)}{`,
    repeatedData: ' ',
  },
  'a body byte by byte to tRPC': {
    head: `${requestHead('POST /trpc/public.contact.sendMessage', `${JSON_BODY}\r\nContent-Length: 5000`)}{`,
    repeatedData: ' ',
  },
  'one-byte chunks': { head: requestHead(CONTACT, CHUNKED), repeatedData: '1\r\n \r\n' },
  'endless chunks': { head: requestHead(CONTACT, CHUNKED), repeatedData: CHUNK, intervalMs: 200 },
  'endless chunks to an unknown path': {
    head: requestHead('POST /nowhere', CHUNKED),
    repeatedData: CHUNK,
    intervalMs: 200,
  },
  'endless chunks with a read': {
    head: requestHead('GET /api/events', CHUNKED),
    repeatedData: CHUNK,
    intervalMs: 200,
  },
  'an endless upload without a login': {
    head: requestHead(
      'POST /api/admin/banners/upload',
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked',
    ),
    repeatedData: CHUNK,
    intervalMs: 200,
  },
  'reads nothing': { head: requestHead('GET /api/events', 'Accept: */*').repeat(200), readsNothing: true },
  'sends one request and stays': { head: requestHead('GET /api/health', 'Accept: */*') },
};

/** Some hundred connections have some gigabytes in the buffers of the kernel. */
const READ_OUT_MS = 20_000;

export type Crowd = Awaited<ReturnType<typeof openCrowd>>;

export async function openCrowd(url: string, count: number, ca?: string) {
  const { hostname, port } = new URL(url);
  const names = Object.keys(SLOW_CLIENTS);
  const startedAt = performance.now();
  const clients = Array.from({ length: count }, (_, index) => ({
    kind: names[index % names.length] as string,
    endedAfterMs: undefined as number | undefined,
    socket: undefined as Socket | undefined,
    timer: undefined as ReturnType<typeof setInterval> | undefined,
  }));
  for (const client of clients) {
    const { head, repeatedData, intervalMs = 1000, readsNothing } = SLOW_CLIENTS[client.kind] as SlowClient;
    const end = () => {
      clearInterval(client.timer);
      client.endedAfterMs ??= performance.now() - startedAt;
    };
    const write = (socket: Socket, data: string | Buffer) => void socket.write(data);
    const options: TCPSocketConnectOptions = {
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          client.socket = socket;
          if (head) write(socket, head);
          if (readsNothing) socket.pause();
          if (repeatedData) client.timer = setInterval(() => write(socket, repeatedData), intervalMs);
        },
        data() {},
        // The server has closed its end; `close` may never follow.
        end(socket) {
          end();
          socket.end();
        },
        close: end,
        error: end,
        connectError: end,
      },
      ...(ca && { tls: { ca, serverName: 'localhost' } }),
    };
    void Bun.connect(options).catch(end);
    // Pause sometimes, because the queue of pending connections is short.
    if (Math.random() < 0.1) await Bun.sleep(1);
  }

  return {
    /** Waits until all have closed, or for `withinMs` milliseconds from their start. */
    stillOpenKinds: async (withinMs: number): Promise<string[]> => {
      const isOpen = ({ endedAfterMs }: (typeof clients)[number]) => endedAfterMs === undefined;
      const waitUntil = async (deadline: number) => {
        while (performance.now() < deadline && clients.some(isOpen)) await Bun.sleep(50);
      };
      await waitUntil(startedAt + withinMs);
      // A paused socket notices the end of its connection only when it has read what was sent before.
      for (const client of clients) if (isOpen(client)) client.socket?.resume();
      await waitUntil(performance.now() + READ_OUT_MS);
      return clients.filter(isOpen).map(({ kind }) => kind);
    },
    /** In milliseconds. Omits connections that do not read. */
    longestMs: () =>
      Math.max(
        ...clients.map(({ kind, endedAfterMs }) =>
          SLOW_CLIENTS[kind]?.readsNothing ? 0 : (endedAfterMs ?? 0),
        ),
      ),
    close: () => {
      for (const { socket, timer } of clients) {
        clearInterval(timer);
        socket?.terminate();
      }
    },
  };
}
