import net from 'node:net';

export type Outcome = { status: number; ms: number } | 'cut' | 'refused';

/** Never retries, unlike `fetch`. If the connection closes before the end of a response, its outcome is 'cut'. */
export function keepAliveClient(url: string) {
  const { hostname, port, host } = new URL(url);
  let socket: net.Socket | undefined;

  function connect(): Promise<net.Socket | undefined> {
    const { promise, resolve } = Promise.withResolvers<net.Socket | undefined>();
    const newSocket = net.connect(Number(port), hostname);
    newSocket.once('connect', () => resolve(newSocket));
    newSocket.on('error', () => resolve(undefined));
    newSocket.on('close', () => {
      if (socket === newSocket) socket = undefined;
    });
    return promise;
  }

  /** Does not read the response for `pauseMs` milliseconds. */
  async function request(
    path: string,
    { headers = {} as Record<string, string>, body = '', pauseMs = 0 } = {},
  ): Promise<Outcome> {
    socket ??= await connect();
    const current = socket;
    if (!current) return 'refused';
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    let received = Buffer.alloc(0);
    const resolveCut = () => resolve('cut');
    const receive = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const status = statusOfComplete(received);
      if (status) resolve({ status, ms: performance.now() - startedAt });
    };
    current.on('data', receive).once('close', resolveCut);
    const requestHeaders = Object.entries({
      host,
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    current.write(
      `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${requestHeaders.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
    if (pauseMs) {
      current.pause();
      setTimeout(() => current.resume(), pauseMs);
    }
    const outcome = await promise;
    current.off('data', receive).off('close', resolveCut);
    if (/\r\nconnection: close\r\n/i.test(received.toString('latin1', 0, 4000))) {
      current.destroy();
      socket = undefined;
    }
    return outcome;
  }

  return { request, leave: () => socket?.destroy() };
}

function statusOfComplete(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isComplete = length
    ? received.length >= end + 4 + Number(length)
    : received.toString('latin1', received.length - 5) === '0\r\n\r\n';
  return isComplete ? Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]) : undefined;
}
