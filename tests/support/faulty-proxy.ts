import net from 'node:net';

/**
 * What stands between the product and its database: `open` passes everything on, `slow` after a pause, `hole` swallows
 * what comes and lets new connections wait in silence, `refuse` ends whoever comes.
 */
export type Way = 'open' | 'slow' | 'hole' | 'refuse';

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** A proxy on a free port in front of a socket, whose connections can be cut, left half open or held up. */
export async function startFaultyProxy(socketPath: string) {
  let way: Way = 'open';
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
    /** How new connections, and those that are alive, fare from now on; `milliseconds` for the slow one. */
    set: (next: Way, milliseconds = 0) => {
      way = next;
      pause = milliseconds;
    },
    /** Ends every connection, on both sides. */
    cut: () => {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
    /** Resets every connection of the client (RST), so that it sees an error. */
    reset: () => {
      for (const { near, far } of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    /** Every connection, or those of which `choose` says so, stays open and says nothing any more. */
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
