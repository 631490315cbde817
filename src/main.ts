import { join } from 'node:path';
import { createApp, warm } from './app';
import { sweepLinks } from './features/accounts/links/service';
import { sweepSessions } from './features/accounts/sessions/service';
import { expectAdmin, type FirstAdmin } from './features/admins/service';
import { sweepAdminSessions } from './features/admins/sessions/service';
import { sweepUploads } from './features/banners/upload/service';
import { sweepMessages } from './features/contact/service';
import { loadDemo } from './features/demo/service';
import { startGeocoding } from './features/events/places/geocode';
import { sweepSubmissions } from './features/submissions/service';
import { composers } from './mails';
import { type ClientBuild, readClientBuild } from './pages/build';
import type { Config } from './platform/config';
import type { Context } from './platform/context';
import { drainOf } from './platform/drain';
import type { Log } from './platform/log';
import { sweepLoginAddresses } from './platform/login-addresses';
import { sweepOutbox } from './platform/mail/queue';
import { sweepFileOutbox } from './platform/mail/transport';
import { startMail } from './platform/mail/worker';
import { clearIncoming } from './platform/multipart';
import { type Opened, openContext } from './platform/open';
import { sweepRateLimits } from './platform/rate-limit';
import { clearWork } from './platform/work-dir';

export type Product = {
  url: string;
  /** The first admin while the generated password must still be changed (D2). */
  firstAdmin: FirstAdmin | undefined;
  /** Stops taking requests, finishes those under way, closes the database; all of it within 10 s (D2). */
  stop: () => Promise<void>;
};

/** The HTTP server. */
export type Listener = { port: number; stop: (atOnce?: boolean) => Promise<void> };

/** Together less than the 10 s of D2: a request or a mail that takes all of its share still leaves the database time to close. */
const DRAIN_LIMIT = 6000;
const CLOSE_LIMIT = 3000;
const RENDERED_AFTER = 200;
const SWEEP_EVERY = 3_600_000;
const CLIENT = join(import.meta.dir, '../dist/client');

/**
 * Starts the product: database, tables, pages, server. What fails half-way is closed again. `listen` is given by
 * who serves the pages in another way.
 */
export async function startProduct(config: Config, log: Log, listen = listenBuilt()): Promise<Product> {
  const opened = await openContext(config, log, { claim: true });
  try {
    // With a database of our own nobody else receives into this folder; beside others, only what nobody can be at work on.
    await clearIncoming(config, config.databaseUrl ? SWEEP_EVERY : 0);
    await clearWork(config, { isOurs: !config.databaseUrl });
    await fillWithDemo(opened);
    // Before the server listens, so that no request is served while an old admin password still works.
    const firstAdmin = await expectAdmin(opened.context);
    const listener = await listen(opened.context);
    opened.settle();
    const siteUrl = config.publicUrl ?? `http://localhost:${listener.port}`;
    const background = startBackground(opened, siteUrl);
    const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host;
    return {
      url: `http://${shownHost}:${listener.port}`,
      firstAdmin,
      stop: async () => {
        // What is open for as long as its reader likes is not waited for (D31).
        opened.context.notices.close();
        await within(DRAIN_LIMIT, Promise.all([background.stop(), listener.stop()]));
        await listener.stop(true);
        await within(CLOSE_LIMIT, opened.close());
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The product with the client as it was built. */
function listenBuilt(): (context: Context) => Promise<Listener> {
  // While the database is opened.
  const reading = readClientBuild(CLIENT);
  reading.catch(() => {});
  return async (context) => listenWith(context, await reading);
}

async function listenWith(context: Context, client: ClientBuild): Promise<Listener> {
  const app = createApp(context, client);
  const drain = drainOf(app);
  await warm(app);
  // Elysia shares ports by default: a second server on the same one would go unnoticed.
  app.listen({ hostname: context.config.host, port: context.config.port, reusePort: false });
  // What renders pages is loaded with the first of them; who asks for something else just now is answered first.
  const rendering = setTimeout(() => {
    void app.handle(new Request('http://localhost/')).catch(() => {});
  }, RENDERED_AFTER);
  const { server } = app;
  return {
    port: server?.port ?? 0,
    stop: async (atOnce) => {
      clearTimeout(rendering);
      if (atOnce) return server?.stop(true);
      await drain.begin();
      // Ends connections at rest, and resolves when those at work have got the whole of their answers.
      const stopped = server?.stop();
      drain.closed();
      await stopped;
    },
  };
}

/** Waits for `work`, but no longer than that many milliseconds. */
const within = (milliseconds: number, work: Promise<unknown>) =>
  Promise.race([work, Bun.sleep(milliseconds)]);

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

/** What goes on beside requests: sending mails, asking for places, clearing away limits, sessions, links that have run out, uploads that nobody shows. */
function startBackground({ context }: Opened, siteUrl: string): { stop: () => Promise<void> } {
  const { database, config, log } = context;
  const geocoding = startGeocoding({ db: database.db, config, log });
  const mail = startMail({ ...context, siteUrl }, composers);
  const sweepAll = async () => {
    const swept = await Promise.allSettled([
      sweepRateLimits(database.db),
      sweepSessions(context),
      sweepAdminSessions(context),
      sweepLoginAddresses(context),
      sweepLinks(context),
      sweepOutbox(database.db),
      sweepFileOutbox(context),
      sweepUploads(context),
      sweepMessages(context),
      sweepSubmissions(context),
    ]);
    for (const one of swept)
      if (one.status === 'rejected')
        log.warn({ err: one.reason }, 'What has run out could not be cleared away.');
  };
  // At the start too: what is started anew every hour would else keep all for ever (D2).
  void sweepAll();
  const sweep = setInterval(sweepAll, SWEEP_EVERY);
  return {
    stop: async () => {
      clearInterval(sweep);
      await Promise.all([mail.stop(), geocoding.stop()]);
    },
  };
}
