import net from 'node:net';

/** `slow` forwards data after a pause, `hole` drops it and leaves new connections without a response. */
export type ProxyMode = 'open' | 'slow' | 'hole' | 'refuse';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

export async function startFaultyProxy(socketPath: string) {
  let way: ProxyMode = 'open';
  let pause = 0;
  const pairs = new Set<Pair>();
  const server = net.createServer((near) => {
    if (way === 'refuse') return near.destroy();
    const pair = { near, far: net.connect(socketPath), isDead: way === 'hole' };
    pairs.add(pair);
    pass(pair, near, pair.far);
    pass(pair, pair.far, near);
  });

  function pass(pair: Pair, from: net.Socket, to: net.Socket): void {
    from.on('data', async (bytes) => {
      if (way === 'slow') await Bun.sleep(pause);
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
    set: (next: ProxyMode, milliseconds = 0) => {
      way = next;
      pause = milliseconds;
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
    /** Leaves connections open but forwards nothing: all of them, or those that `choose` selects by index. */
    halfOpen: (choose: (index: number) => boolean = () => true) => {
      let count = 0;
      for (const pair of pairs) if (choose(count++)) pair.isDead = true;
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

type Pair = { near: net.Socket; far: net.Socket; isDead: boolean };
