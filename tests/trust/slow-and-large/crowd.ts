import type { Socket, TCPSocketConnectOptions } from 'bun';

type SlowClient = {
  head: string;
  /** Sent again every `every` milliseconds. */
  more?: string | Buffer;
  every?: number;
  readsNothing?: true;
};

const call = (line: string, headers: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
const JSON_BODY = 'Content-Type: application/json';
const CHUNKED = `${JSON_BODY}\r\nTransfer-Encoding: chunked`;
const CHUNK = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, 'a'), Buffer.from('\r\n')]);
const CONTACT = 'POST /api/contact/message';

export const KINDS: Record<string, SlowClient> = {
  'sends nothing': { head: '' },
  'headers byte by byte': { head: 'GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'a' },
  'a body byte by byte': { head: `${call(CONTACT, `${JSON_BODY}\r\nContent-Length: 5000`)}{`, more: ' ' },
  'a body byte by byte to tRPC': {
    head: `${call('POST /trpc/public.contact.sendMessage', `${JSON_BODY}\r\nContent-Length: 5000`)}{`,
    more: ' ',
  },
  'one-byte chunks': { head: call(CONTACT, CHUNKED), more: '1\r\n \r\n' },
  'endless chunks': { head: call(CONTACT, CHUNKED), more: CHUNK, every: 200 },
  'endless chunks to an unknown path': { head: call('POST /nowhere', CHUNKED), more: CHUNK, every: 200 },
  'endless chunks with a read': { head: call('GET /api/events', CHUNKED), more: CHUNK, every: 200 },
  'an endless upload without a login': {
    head: call(
      'POST /api/admin/banners/upload',
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked',
    ),
    more: CHUNK,
    every: 200,
  },
  'reads nothing': { head: call('GET /api/events', 'Accept: */*').repeat(200), readsNothing: true },
  'sends one request and stays': { head: call('GET /api/health', 'Accept: */*') },
};

export type Crowd = Awaited<ReturnType<typeof gather>>;

export async function gather(url: string, count: number, ca?: string) {
  const { hostname, port } = new URL(url);
  const names = Object.keys(KINDS);
  const begun = performance.now();
  const members = Array.from({ length: count }, (_, index) => ({
    kind: names[index % names.length] as string,
    endedAfter: undefined as number | undefined,
    socket: undefined as Socket | undefined,
    timer: undefined as ReturnType<typeof setInterval> | undefined,
  }));
  for (const member of members) {
    const { head, more, every = 1000, readsNothing } = KINDS[member.kind] as SlowClient;
    const end = () => {
      clearInterval(member.timer);
      member.endedAfter ??= performance.now() - begun;
    };
    const write = (socket: Socket, data: string | Buffer) => void socket.write(data);
    const options: TCPSocketConnectOptions = {
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          member.socket = socket;
          if (head) write(socket, head);
          if (readsNothing) socket.pause();
          if (more) member.timer = setInterval(() => write(socket, more), every);
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
    left: async (withinMs: number): Promise<string[]> => {
      const end = begun + withinMs;
      while (performance.now() < end && members.some(({ endedAfter }) => endedAfter === undefined))
        await Bun.sleep(50);
      // A paused socket notices the end of its connection only when it reads.
      for (const { socket, endedAfter } of members) if (endedAfter === undefined) socket?.resume();
      await Bun.sleep(1500);
      return members.filter(({ endedAfter }) => endedAfter === undefined).map(({ kind }) => kind);
    },
    /** In milliseconds. Omits connections that do not read. */
    longest: () =>
      Math.max(...members.map(({ kind, endedAfter }) => (KINDS[kind]?.readsNothing ? 0 : (endedAfter ?? 0)))),
    disperse: () => {
      for (const { socket, timer } of members) {
        clearInterval(timer);
        socket?.terminate();
      }
    },
  };
}
