import net from 'node:net';
import type postgres from 'postgres';

const TICK_MS = 250;
const KEEP_ALIVE_MS = 5000;

type Address = Pick<postgres.ParsedOptions, 'host' | 'port' | 'path'>;

/**
 * The driver's `socket` option: opens sockets with TCP keep-alive that are destroyed when nothing has been received for
 * `silenceMs`. The driver itself waits forever for a server that a network has dropped without closing the connection
 * (https://github.com/porsager/postgres/issues/1089). `silenceMs` must be longer than a statement and an idle connection
 * may last together.
 */
export function openSockets(silenceMs: number) {
  let attempts = 0;
  return ({ host, port, path }: Address): net.Socket => {
    // With several hosts, each attempt goes to the next one.
    const index = attempts++ % host.length;
    const address = path ? { path } : { host: host[index], port: port[index] ?? 5432 };
    // The driver reads the host for TLS.
    const socket = Object.assign(new net.Socket(), { host: host[index] });
    socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    // Only once the driver listens: an error without a listener ends the process.
    queueMicrotask(() => socket.connect(address as net.TcpNetConnectOpts));
    destroyWhenSilent(socket, silenceMs);
    return socket;
  };
}

/** Counts ticks, not time: when this process was blocked, it must first read what has arrived meanwhile. */
function destroyWhenSilent(socket: net.Socket, silenceMs: number): void {
  let received = 0;
  let silentTicks = 0;
  const timer = setInterval(() => {
    silentTicks = socket.bytesRead === received ? silentTicks + 1 : 0;
    received = socket.bytesRead;
    if (silentTicks * TICK_MS >= silenceMs) socket.destroy();
    if (socket.destroyed) clearInterval(timer);
  }, TICK_MS);
  timer.unref();
}
