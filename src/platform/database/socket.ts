import net from 'node:net';
import type postgres from 'postgres';
import type { Host } from './hosts.ts';
import { askWith, createPrimary, type Primary } from './primary.ts';

const TICK_MS = 250;
const KEEP_ALIVE_MS = 5000;

type Options = {
  /** The socket is destroyed after this time without incoming data. By default it never is. */
  silenceMs?: number | undefined;
  /** If there are any, the socket is connected to the one that accepts writes. */
  hosts?: readonly Host[];
};

/** By their hosts. All pools of the process share what they know, so that an idle one notices a failover too. */
const primaries = new Map<string, Primary>();

function primaryOf(hosts: readonly Host[], options: postgres.ParsedOptions): Primary {
  const key = JSON.stringify([hosts, options.user, options.database]);
  const primary = primaries.get(key) ?? createPrimary(hosts, askWith(options));
  primaries.set(key, primary);
  return primary;
}

/**
 * The driver's `socket` option. Opens sockets with TCP keep-alive and destroys silent ones. The driver itself waits
 * forever when the network drops a server without closing the connection
 * (https://github.com/porsager/postgres/issues/1089).
 */
export function openSockets({ silenceMs = Number.POSITIVE_INFINITY, hosts = [] }: Options) {
  return async (options: postgres.ParsedOptions): Promise<net.Socket> => {
    const primary = hosts.length > 0 ? primaryOf(hosts, options) : undefined;
    const { path, host: [host = 'localhost'] = [], port: [port = 5432] = [] } = options;
    const found = await primary?.find().catch((error: Error) => error);
    const address = found instanceof Error ? failing(found) : (found ?? (path ? { path } : { host, port }));
    // The driver reads `host` from the socket for TLS.
    const socket = Object.assign(new net.Socket(), { host: 'host' in address ? address.host : host });
    socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    // Connect only after the driver has added its listeners: an `error` event without a listener ends the process.
    queueMicrotask(() => socket.connect(address as net.SocketConnectOpts));
    watch(socket, silenceMs, () => {
      if (primary && found && !(found instanceof Error)) primary.forget(found);
    });
    return socket;
  };
}

/** An address that fails with the error. If `openSockets` rejected, the driver would keep the connection forever. */
const failing = (error: Error) => ({
  host: 'primary.invalid',
  port: 1,
  lookup: (_: string, __: object, done: (error: Error) => void) => void setTimeout(done, 0, error),
});

/**
 * Destroys a socket that is silent for too long. Counts ticks instead of time: a process that was blocked must first
 * read the data that has arrived meanwhile. With TLS the driver removes listeners, so the end is noticed here too.
 */
function watch(socket: net.Socket, silenceMs: number, onClosed: () => void): void {
  let bytesSeen = 0;
  let silentTicks = 0;
  const timer = setInterval(() => {
    silentTicks = socket.bytesRead === bytesSeen ? silentTicks + 1 : 0;
    bytesSeen = socket.bytesRead;
    if (silentTicks * TICK_MS >= silenceMs) socket.destroy();
    if (!socket.destroyed) return;
    clearInterval(timer);
    onClosed();
  }, TICK_MS);
  timer.unref();
  socket.once('close', onClosed);
}
