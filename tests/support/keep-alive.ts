import net from 'node:net';

export type Outcome = { status: number; ms: number } | 'cut' | 'refused';

/**
 * One connection at a time, kept as long as the server keeps it, with nothing that tries again by itself as `fetch` may:
 * who was promised an answer and did not get all of it says 'cut'.
 */
export function keepAliveClient(url: string) {
  const { hostname, port, host } = new URL(url);
  let socket: net.Socket | undefined;

  function connect(): Promise<net.Socket | undefined> {
    const { promise, resolve } = Promise.withResolvers<net.Socket | undefined>();
    const fresh = net.connect(Number(port), hostname);
    fresh.once('connect', () => resolve(fresh));
    fresh.on('error', () => resolve(undefined));
    fresh.on('close', () => {
      if (socket === fresh) socket = undefined;
    });
    return promise;
  }

  /** `pauseFor`: milliseconds during which it reads nothing of the answer. */
  async function ask(
    path: string,
    { headers = {} as Record<string, string>, body = '', pauseFor = 0 } = {},
  ): Promise<Outcome> {
    socket ??= await connect();
    const current = socket;
    if (!current) return 'refused';
    const begun = performance.now();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    let got = Buffer.alloc(0);
    const cut = () => resolve('cut');
    const take = (bytes: Buffer) => {
      got = Buffer.concat([got, bytes]);
      const status = statusOfWhole(got);
      if (status) resolve({ status, ms: performance.now() - begun });
    };
    current.on('data', take).once('close', cut);
    const lines = Object.entries({ host, 'content-length': String(Buffer.byteLength(body)), ...headers });
    current.write(
      `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
    if (pauseFor) {
      current.pause();
      setTimeout(() => current.resume(), pauseFor);
    }
    const outcome = await promise;
    current.off('data', take).off('close', cut);
    if (/\r\nconnection: close\r\n/i.test(got.toString('latin1', 0, 4000))) {
      current.destroy();
      socket = undefined;
    }
    return outcome;
  }

  return { ask, leave: () => socket?.destroy() };
}

/** The status of an answer that is there from its first to its last byte. */
function statusOfWhole(got: Buffer): number | undefined {
  const end = got.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = got.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isWhole = length
    ? got.length >= end + 4 + Number(length)
    : got.toString('latin1', got.length - 5) === '0\r\n\r\n';
  return isWhole ? Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]) : undefined;
}
