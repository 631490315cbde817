import { join } from 'node:path';
import { createApp, warmCache } from './app.ts';
import { ensureAdmin, type FirstPassword } from './features/admins/service.ts';
import { type DemoMembers, findDemoMembers, loadDemo } from './features/demo/service.ts';
import { assignMissingSeries } from './features/events/series/service.ts';
import { storePageViews } from './features/organisers/views/service.ts';
import { indexSearches } from './features/watches/matching/service.ts';
import { jobs, workers } from './jobs.ts';
import { composers, onRefused } from './mails.ts';
import { type ClientBuild, readClientBuild } from './pages/build.ts';
import { startJob } from './platform/background/jobs.ts';
import { type Config, siteUrlOf } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { pausedByRestores } from './platform/database/restore-lock.ts';
import { createDrain } from './platform/http/drain.ts';
import { removeStaleIncoming } from './platform/http/multipart.ts';
import type { Log } from './platform/log.ts';
import { startMailWorker } from './platform/mail/worker.ts';
import { type Opened, openContext } from './platform/open.ts';
import { removeStaleWorkDirs } from './platform/work-dir.ts';

export type Product = {
  url: string;
  /** Set while the generated password of the first admin is still in use. */
  firstPassword: FirstPassword | undefined;
  /** Set while demonstration members exist whose password this instance knows. */
  demoMembers: DemoMembers | undefined;
  /** Stops accepting requests, finishes those in progress and closes the database, within 10 s. */
  stop: () => Promise<void>;
};

/** `stop` drains the server, or ends all connections with `atOnce`. */
type Listener = { port: number; stop: (atOnce?: boolean) => Promise<void> };

/** Together below the shutdown limit of 10 s, so that closing the database always has some of it. */
const DRAIN_LIMIT_MS = 6000;
const VIEWS_LIMIT_MS = 500;
const CLOSE_LIMIT_MS = 3000;
const FIRST_RENDERING_DELAY_MS = 200;
/** Files of uploads and imports that are older are in no use. */
const STALE_FILES_MS = 3_600_000;
const CLIENT_DIR = join(import.meta.dir, '../dist/client');

/** Closes the database if a step fails. `listen` can be replaced to serve the pages differently. */
export async function startProduct(config: Config, log: Log, listen = listenBuilt()): Promise<Product> {
  const opened = await openContext(config, log, { claim: true });
  try {
    // With the embedded database no other instance uses this directory. With a shared one, delete only files that are
    // too old to be in use.
    await removeStaleIncoming(config, config.databaseUrl ? STALE_FILES_MS : 0);
    await removeStaleWorkDirs(config, { isDataDirExclusive: !config.databaseUrl });
    await assignMissingSeries(opened.context);
    await indexSearches(opened.context.database.db);
    const demoMembers = await fillWithDemo(opened);
    // Before the server listens, so that no request is served while an old admin password still works.
    const firstPassword = await ensureAdmin(opened.context);
    await opened.context.clock.check();
    const listener = await listen(opened.context);
    opened.markSettled();
    const siteUrl = siteUrlOf({ ...config, port: listener.port });
    const background = startBackground(opened, siteUrl);
    const shownHost = config.host.includes(':') ? `[${config.host}]` : config.host;
    return {
      url: `http://${shownHost}:${listener.port}`,
      firstPassword,
      demoMembers,
      stop: async () => {
        // Streams stay open for as long as the client wants, so close them first.
        opened.context.notifications.close();
        await waitAtMost(DRAIN_LIMIT_MS, Promise.all([background.stop(), listener.stop()]));
        await listener.stop(true);
        await waitAtMost(
          VIEWS_LIMIT_MS,
          storePageViews(opened.context).catch(() => {}),
        );
        await waitAtMost(CLOSE_LIMIT_MS, opened.close());
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function listenBuilt(): (context: Context) => Promise<Listener> {
  // Started early, so that it runs while the database opens.
  const build = readClientBuild(CLIENT_DIR);
  build.catch(() => {});
  return async (context) => listenWith(context, await build);
}

async function listenWith(context: Context, client: ClientBuild): Promise<Listener> {
  const app = createApp(context, client);
  const drain = createDrain(app);
  await warmCache(app);
  // Elysia shares ports by default, so a second server on the same port would go unnoticed.
  app.listen({ hostname: context.config.host, port: context.config.port, reusePort: false });
  // The first rendering loads the renderer. Do it now, so that the first requests do not wait for it.
  const firstRendering = setTimeout(() => {
    void app.renderFirstPage().catch(() => {});
  }, FIRST_RENDERING_DELAY_MS);
  const { server } = app;
  return {
    port: server?.port ?? 0,
    stop: async (atOnce) => {
      clearTimeout(firstRendering);
      if (atOnce) return server?.stop(true);
      await drain.begin();
      // Closes idle connections. Resolves when the active ones have received their whole response.
      const stopped = server?.stop();
      drain.stoppedListening();
      await stopped;
    },
  };
}

const waitAtMost = (milliseconds: number, work: Promise<unknown>) =>
  Promise.race([work, Bun.sleep(milliseconds)]);

/** Loads the demonstration data if DEMO is set, or by default into a new embedded database. */
async function fillWithDemo({ context, isFresh }: Opened): Promise<DemoMembers | undefined> {
  if (context.config.demo ?? isFresh) {
    const { events, members } = await loadDemo(context);
    if (events > 0) {
      context.log.warn(
        { events },
        'The calendar contains DEMONSTRATION DATA: events with made-up dates, and members who do not exist. Start with DEMO=0 to leave it out.',
      );
    }
    if (members) return members;
  }
  return findDemoMembers(context);
}

function startBackground(opened: Opened, siteUrl: string): { stop: () => Promise<void> } {
  const { db, longRunning } = opened.context.database;
  const database = {
    ...opened.context.database,
    db: pausedByRestores(db),
    longRunning: pausedByRestores(longRunning),
  };
  const context = { ...opened.context, database };
  const mail = startMailWorker({ ...context, siteUrl }, composers, { onRefused });
  const startedWorkers = [mail, ...workers.map((start) => start(context))];
  const startedJobs = jobs.map((job) => startJob(job, context));
  return {
    stop: async () => {
      for (const job of startedJobs) job.stop();
      await Promise.all(startedWorkers.map((worker) => worker.stop()));
    },
  };
}
