import { afterAll } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { addDemoCalendar } from '#src/features/demo/service.ts';
import { type TestApp, testApp } from './app.ts';
import { launchBrowser, type Size, visit } from './browser.ts';
import { emptyTables } from './empty-tables.ts';

const CLIENT = join(import.meta.dir, '../../dist/client');

/** For server and page, so that no test depends on the current date. */
export const NOW = new Date('2027-01-15T10:00:00+01:00');

type PageOptions = {
  size?: Size;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce';
  locale?: string;
  prepare?: (page: Page) => Promise<unknown>;
  beforeScripts?: boolean;
  fakeTimers?: boolean;
};

export type Site = TestApp & {
  browser: Browser;
  visit: (path: string, options?: PageOptions) => ReturnType<typeof visit>;
  stop: () => Promise<void>;
};

const clockOffsetMs = NOW.getTime() - Date.now();
const clock = () => new Date(Date.now() + clockOffsetMs);

let browser: Promise<Browser> | undefined;
let server: Promise<TestApp> | undefined;

const startServer = (environment?: Record<string, string>) =>
  testApp({ client: CLIENT, now: clock, mail: true, environment });

/**
 * The built product with the demonstration events, and a browser. Both start once for each test process and end with
 * it; a later run drops the database. Each call resets the data. With an `environment`, a new server is started.
 *
 * The clocks of server and page start at {@link NOW} and run from there.
 */
export async function startSite({
  environment,
}: {
  environment?: Record<string, string>;
} = {}): Promise<Site> {
  browser ??= launchBrowser();
  const runningBrowser = await browser;
  if (!environment) server ??= startServer();
  const app = await (environment ? startServer(environment) : (server ?? startServer()));
  await emptyDatabase(app);
  await addDemoCalendar(app.db, app.context.now());
  return {
    ...app,
    browser: runningBrowser,
    visit: (path, options = {}) => visit(runningBrowser, `${app.url}${path}`, { now: clock(), ...options }),
    stop: async () => {
      // A failed test leaves its page open, and with it the event stream of an inbox.
      if (!environment) await Promise.all(runningBrowser.contexts().map((context) => context.close()));
      else await app.stop();
    },
  };
}

/** Migrations add no rows. */
async function emptyDatabase({ sql }: TestApp): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
  await emptyTables(sql, tables.map(({ name }) => name).join());
  await sql`alter sequence announcement_numbers restart`;
}

/** {@link startSite} for the tests of a file: it stops after the last of them. */
export async function siteOfFile() {
  const site = await startSite();
  afterAll(() => site.stop());
  return site;
}
