// The browser's own emulation requires network instrumentation, which slows a page that is loading.
import { atEnd } from './ending';

/** Bytes per second for all connections, and the round-trip time in milliseconds. */
export type Line = { down: number; up: number; latency: number };

const PIECE_BYTES = 1400;

type Socket = Bun.Socket<undefined>;

function direction(rate: number, delay: number) {
  let free = 0;
  return (bytes: number): number => {
    const now = performance.now();
    free = Math.max(free, now) + (bytes / rate) * 1000;
    return free - now + delay;
  };
}

function sender(to: Socket) {
  const waiting: Uint8Array[] = [];
  const flush = () => {
    for (let piece = waiting[0]; piece; piece = waiting[0]) {
      const written = to.write(piece);
      if (written < 0) return;
      if (written < piece.length) {
        waiting[0] = piece.subarray(written);
        return;
      }
      waiting.shift();
    }
  };
  return {
    flush,
    send(piece: Uint8Array) {
      waiting.push(piece);
      flush();
    },
  };
}

/** A new connection first takes one round trip. */
export function slowLine(url: string, { down, up, latency }: Line): string {
  const { hostname, port } = new URL(url);
  const [arrive, leave] = [direction(down, latency / 2), direction(up, latency / 2)];

  function pass(
    bytes: Uint8Array,
    wait: (bytes: number) => number,
    send: (piece: Uint8Array) => void,
    more = 0,
  ) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.slice(at, at + PIECE_BYTES);
      setTimeout(send, more + wait(piece.length), piece);
    }
  }

  const server = Bun.listen<{ upstream: Promise<Socket>; out?: ReturnType<typeof sender>; opened: number }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(client) {
        const back = sender(client as unknown as Socket);
        const upstream = Bun.connect({
          hostname,
          port: Number(port),
          socket: {
            data: (_, bytes) => pass(bytes, arrive, back.send),
            drain: () => {},
            close: () => void setTimeout(() => client.end(), latency),
            error: () => void client.end(),
          },
        });
        client.data = { upstream, opened: performance.now() };
        client.data.out = back;
      },
      async data(client, bytes) {
        const copy = bytes.slice();
        // Nothing is sent until the connection is established.
        const handshake = Math.max(0, client.data.opened + latency - performance.now());
        const upstream = await client.data.upstream;
        pass(copy, leave, sender(upstream).send, handshake);
      },
      drain: (client) => client.data.out?.flush(),
      close: (client) => void client.data.upstream.then((socket) => socket.end()),
      error: () => {},
    },
  });
  atEnd(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}
