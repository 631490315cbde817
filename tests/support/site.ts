import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { loadDemo } from '../../src/features/demo/service';
import { testApp } from './app';
import { launchBrowser, type Size, visit } from './browser';

const CLIENT = join(import.meta.dir, '../../dist/client');

/** When the browser tests begin, for server and page alike: no test may depend on the day it is run. */
export const NOW = new Date('2027-01-15T10:00:00+01:00');

type PageOptions = {
  size?: Size;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce';
  /** Done before the page is opened: a route, an observer. */
  prepare?: (page: Page) => Promise<unknown>;
  atOnce?: boolean;
};

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * The built product with the demonstration calendar, and a browser to visit it with. The clocks of both start at
 * `now` and go on from there.
 */
export async function startSite({
  environment = {},
  now = NOW,
  mail = false,
}: {
  environment?: Record<string, string>;
  now?: Date;
  /** Sends mails, to be read by `nextMail(address)`. */
  mail?: boolean;
} = {}) {
  const ahead = now.getTime() - Date.now();
  const clock = () => new Date(Date.now() + ahead);
  const app = await testApp({ client: CLIENT, environment, now: clock, mail });
  await loadDemo(app.context);
  const browser: Browser = await launchBrowser();
  return {
    ...app,
    browser,
    visit: (path: string, options: PageOptions = {}) =>
      visit(browser, `${app.url}${path}`, { now: clock(), ...options }),
    stop: async () => {
      await browser.close();
      await app.stop();
    },
  };
}
