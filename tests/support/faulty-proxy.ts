import net from 'node:net';

/** `slow` forwards data after a pause, `hole` drops it and leaves new connections without a response. */
export type ProxyMode = 'open' | 'slow' | 'hole' | 'refuse';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

export async function startFaultyProxy(socketPath: string) {
  let mode: ProxyMode = 'open';
  let delayMs = 0;
  const pairs = new Set<ConnectionPair>();
  const server = net.createServer((near) => {
    if (mode === 'refuse') return near.destroy();
    const pair = { near, far: net.connect(socketPath), isDead: mode === 'hole' };
    pairs.add(pair);
    forward(pair, near, pair.far);
    forward(pair, pair.far, near);
  });

  function forward(pair: ConnectionPair, from: net.Socket, to: net.Socket): void {
    from.on('data', async (bytes) => {
      if (mode === 'slow') await Bun.sleep(delayMs);
      if (!pair.isDead && !to.destroyed) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      if (pair.isDead) return;
      pairs.delete(pair);
      to.destroy();
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Also for existing connections. `milliseconds` is the pause of `slow`. */
    set: (newMode: ProxyMode, milliseconds = 0) => {
      mode = newMode;
      delayMs = milliseconds;
    },
    cut: () => {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
    /** With RST, so that the client gets an error. */
    reset: () => {
      for (const { near, far } of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    /** Leaves connections open but forwards nothing: all of them, or those whose index `isSelected`. */
    halfOpen: (isSelected: (index: number) => boolean = () => true) => {
      let count = 0;
      for (const pair of pairs) if (isSelected(count++)) pair.isDead = true;
    },
    connections: () => pairs.size,
    stop: () => {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}

type ConnectionPair = { near: net.Socket; far: net.Socket; isDead: boolean };
