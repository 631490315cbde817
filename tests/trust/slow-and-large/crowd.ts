import type { Socket, TCPSocketConnectOptions } from 'bun';

type Ill = {
  head: string /** Said again and again. */;
  more?: string | Buffer;
  every?: number;
  readsNothing?: true;
};

const call = (line: string, headers: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
const JSON_BODY = 'Content-Type: application/json';
const CHUNKED = `${JSON_BODY}\r\nTransfer-Encoding: chunked`;
const CHUNK = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, 'a'), Buffer.from('\r\n')]);
const CONTACT = 'POST /api/contact/message';

/** Each way to be slow, or to have no end. */
export const KINDS: Record<string, Ill> = {
  'says nothing': { head: '' },
  'headers byte by byte': { head: 'GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'a' },
  'a body byte by byte': { head: `${call(CONTACT, `${JSON_BODY}\r\nContent-Length: 5000`)}{`, more: ' ' },
  'a body byte by byte to tRPC': {
    head: `${call('POST /trpc/public.contact.sendMessage', `${JSON_BODY}\r\nContent-Length: 5000`)}{`,
    more: ' ',
  },
  'chunks of a byte': { head: call(CONTACT, CHUNKED), more: '1\r\n \r\n' },
  'chunks without end': { head: call(CONTACT, CHUNKED), more: CHUNK, every: 200 },
  'chunks without end to nobody': { head: call('POST /nowhere', CHUNKED), more: CHUNK, every: 200 },
  'chunks without end beside a read': { head: call('GET /api/events', CHUNKED), more: CHUNK, every: 200 },
  'an upload of a stranger without end': {
    head: call(
      'POST /api/admin/banners/upload',
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked',
    ),
    more: CHUNK,
    every: 200,
  },
  'reads nothing': { head: call('GET /api/events', 'Accept: */*').repeat(200), readsNothing: true },
  'asks once and stays': { head: call('GET /api/health', 'Accept: */*') },
};

export type Crowd = Awaited<ReturnType<typeof gather>>;

/** So many connections to that address, of each kind in turn; they go on being slow until they are ended. */
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
    const { head, more, every = 1000, readsNothing } = KINDS[member.kind] as Ill;
    const end = () => {
      clearInterval(member.timer);
      member.endedAfter ??= performance.now() - begun;
    };
    const say = (socket: Socket, what: string | Buffer) => void socket.write(what);
    const options: TCPSocketConnectOptions = {
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          member.socket = socket;
          if (head) say(socket, head);
          if (readsNothing) socket.pause();
          if (more) member.timer = setInterval(() => say(socket, more), every);
        },
        data() {},
        // The other side has ended it, whether or not our own end of it ever says so.
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
    // Not all in the same moment: a queue of connections is shorter than that.
    if (Math.random() < 0.1) await Bun.sleep(1);
  }

  return {
    /** Waits so many milliseconds; answers those that nobody has ended by then, by their kind. */
    left: async (patience: number): Promise<string[]> => {
      const end = begun + patience;
      while (performance.now() < end && members.some(({ endedAfter }) => endedAfter === undefined))
        await Bun.sleep(50);
      // Who reads nothing does not notice its end before it reads.
      for (const { socket, endedAfter } of members) if (endedAfter === undefined) socket?.resume();
      await Bun.sleep(1500);
      return members.filter(({ endedAfter }) => endedAfter === undefined).map(({ kind }) => kind);
    },
    /** Of those who notice by themselves that they were ended, in milliseconds. */
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
