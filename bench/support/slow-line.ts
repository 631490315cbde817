// A proxy that slows a connection. The browser's own emulation requires network instrumentation, which slows a page
// that is loading.
import { atEnd } from './ending.ts';

/** Bytes per second for all connections, and the round-trip time in milliseconds. */
export type Line = { down: number; up: number; latency: number };

const PIECE_BYTES = 1400;

type Socket = Bun.Socket<undefined>;

function createDelay(bytesPerSecond: number, latencyMs: number) {
  let freeAt = 0;
  return (bytes: number): number => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1000;
    return freeAt - now + latencyMs;
  };
}

function sender(to: Socket) {
  const unsentPieces: Uint8Array[] = [];
  const flush = () => {
    for (let piece = unsentPieces[0]; piece; piece = unsentPieces[0]) {
      const written = to.write(piece);
      if (written < 0) return;
      if (written < piece.length) {
        unsentPieces[0] = piece.subarray(written);
        return;
      }
      unsentPieces.shift();
    }
  };
  return {
    flush,
    send(piece: Uint8Array) {
      unsentPieces.push(piece);
      flush();
    },
  };
}

/** Starts the proxy and returns its URL. A new connection first takes one round trip. */
export function slowLine(url: string, { down, up, latency }: Line): string {
  const { hostname, port } = new URL(url);
  const [downDelay, upDelay] = [createDelay(down, latency / 2), createDelay(up, latency / 2)];

  function sendInPieces(
    bytes: Uint8Array,
    delayOf: (bytes: number) => number,
    send: (piece: Uint8Array) => void,
    extraDelay = 0,
  ) {
    for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
      const piece = bytes.slice(offset, offset + PIECE_BYTES);
      setTimeout(send, extraDelay + delayOf(piece.length), piece);
    }
  }

  const server = Bun.listen<{ upstream: Promise<Socket>; out?: ReturnType<typeof sender>; openedAt: number }>(
    {
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open(client) {
          const toClient = sender(client as unknown as Socket);
          const upstream = Bun.connect({
            hostname,
            port: Number(port),
            socket: {
              data: (_, bytes) => sendInPieces(bytes, downDelay, toClient.send),
              drain: () => {},
              close: () => void setTimeout(() => client.end(), latency),
              error: () => void client.end(),
            },
          });
          client.data = { upstream, openedAt: performance.now() };
          client.data.out = toClient;
        },
        async data(client, bytes) {
          const copy = bytes.slice();
          // Nothing is sent until the connection is established.
          const handshake = Math.max(0, client.data.openedAt + latency - performance.now());
          const upstream = await client.data.upstream;
          sendInPieces(copy, upDelay, sender(upstream).send, handshake);
        },
        drain: (client) => client.data.out?.flush(),
        close: (client) => void client.data.upstream.then((socket) => socket.end()),
        error: () => {},
      },
    },
  );
  atEnd(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}
