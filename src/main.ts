import { join } from 'node:path';
import { createApp } from './app';
import { readClientBuild } from './pages';
import type { Config } from './platform/config';
import type { Log } from './platform/log';
import { openContext } from './platform/open';

export type Product = {
  url: string;
  /** Stops taking requests, finishes those under way (10 s at most), closes the database (D2). */
  stop: () => Promise<void>;
};

const DRAIN_LIMIT = 10_000;
const CLIENT = join(import.meta.dir, '../dist/client');

/** Starts the product: database, tables, pages, server. What fails half-way is closed again. */
export async function startProduct(config: Config, log: Log): Promise<Product> {
  const opened = await openContext(config, log);
  try {
    await opened.claim();
    const app = createApp(opened.context, await readClientBuild(CLIENT));
    // Elysia shares ports by default: a second server on the same one would go unnoticed.
    app.listen({ hostname: config.host, port: config.port, reusePort: false });
    opened.settle();
    const { server } = app;
    const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host;
    return {
      url: `http://${shownHost}:${server?.port}`,
      stop: async () => {
        await Promise.race([server?.stop(), Bun.sleep(DRAIN_LIMIT)]);
        await server?.stop(true);
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
