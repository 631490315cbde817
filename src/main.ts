import { join } from 'node:path';
import { createApp } from './app';
import { loadDemo } from './features/demo/service';
import { startGeocoding } from './features/events/places/geocode';
import { readClientBuild } from './pages';
import type { Config } from './platform/config';
import type { Log } from './platform/log';
import { type Opened, openContext } from './platform/open';
import { sweepRateLimits } from './platform/rate-limit';

export type Product = {
  url: string;
  /** Stops taking requests, finishes those under way (10 s at most), closes the database (D2). */
  stop: () => Promise<void>;
};

const DRAIN_LIMIT = 10_000;
const SWEEP_EVERY = 3_600_000;
const CLIENT = join(import.meta.dir, '../dist/client');

/** Starts the product: database, tables, pages, server. What fails half-way is closed again. */
export async function startProduct(config: Config, log: Log): Promise<Product> {
  const opened = await openContext(config, log);
  try {
    await opened.claim();
    await fillWithDemo(opened);
    const app = createApp(opened.context, await readClientBuild(CLIENT));
    // Elysia shares ports by default: a second server on the same one would go unnoticed.
    app.listen({ hostname: config.host, port: config.port, reusePort: false });
    opened.settle();
    const background = startBackground(opened);
    const { server } = app;
    const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host;
    return {
      url: `http://${shownHost}:${server?.port}`,
      stop: async () => {
        await Promise.race([server?.stop(), Bun.sleep(DRAIN_LIMIT)]);
        await server?.stop(true);
        await background.stop();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Fills an empty calendar with demonstration data where DEMO says so, or on a newly made embedded database (D2). */
async function fillWithDemo({ context, isFresh }: Opened): Promise<void> {
  if (!(context.config.demo ?? isFresh)) return;
  const count = await loadDemo(context);
  if (count > 0) {
    context.log.warn(
      { events: count },
      'The calendar holds DEMONSTRATION DATA: dates and much else are made up. DEMO=0 starts without it.',
    );
  }
}

/** What goes on beside requests: asking for places, clearing away limits that have run out. */
function startBackground({ context }: Opened): { stop: () => Promise<void> } {
  const { database, config, log } = context;
  const geocoding = startGeocoding({ db: database.db, config, log });
  const sweep = setInterval(
    () =>
      sweepRateLimits(database.db).catch((err) => log.warn({ err }, 'Old limits could not be cleared away.')),
    SWEEP_EVERY,
  );
  return {
    stop: async () => {
      clearInterval(sweep);
      await geocoding.stop();
    },
  };
}
