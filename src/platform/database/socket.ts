import net from 'node:net';
import type postgres from 'postgres';

const TICK_MS = 250;
const KEEP_ALIVE_MS = 5000;

type Address = Pick<postgres.ParsedOptions, 'host' | 'port' | 'path'>;

/**
 * The driver's `socket` option. Opens sockets with TCP keep-alive and destroys them after `silenceMs` without incoming
 * data. The driver itself waits forever when the network drops a server without closing the connection
 * (https://github.com/porsager/postgres/issues/1089).
 */
export function openSockets(silenceMs: number) {
  let connectionAttempts = 0;
  return ({ host, port, path }: Address): net.Socket => {
    const index = connectionAttempts++ % host.length;
    const address = path ? { path } : { host: host[index], port: port[index] ?? 5432 };
    // The driver reads `host` from the socket for TLS.
    const socket = Object.assign(new net.Socket(), { host: host[index] });
    socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    // Connect only after the driver has added its listeners: an `error` event without a listener ends the process.
    queueMicrotask(() => socket.connect(address as net.TcpNetConnectOpts));
    destroyWhenSilent(socket, silenceMs);
    return socket;
  };
}

/** Counts ticks instead of time: a process that was blocked must first read the data that has arrived meanwhile. */
function destroyWhenSilent(socket: net.Socket, silenceMs: number): void {
  let bytesSeen = 0;
  let silentTicks = 0;
  const timer = setInterval(() => {
    silentTicks = socket.bytesRead === bytesSeen ? silentTicks + 1 : 0;
    bytesSeen = socket.bytesRead;
    if (silentTicks * TICK_MS >= silenceMs) socket.destroy();
    if (socket.destroyed) clearInterval(timer);
  }, TICK_MS);
  timer.unref();
}
