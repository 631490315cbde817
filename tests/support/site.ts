import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { loadDemo } from '../../src/features/demo/service';
import { testApp } from './app';
import { launchBrowser, type Size, visit } from './browser';

const CLIENT = join(import.meta.dir, '../../dist/client');

export type Site = Awaited<ReturnType<typeof startSite>>;

/** The built product with the demonstration calendar, and a browser to visit it with. */
export async function startSite(environment: Record<string, string> = {}) {
  const app = await testApp({ client: CLIENT, environment });
  await loadDemo(app.context);
  const browser: Browser = await launchBrowser();
  return {
    ...app,
    browser,
    visit: (
      path: string,
      options: { size?: Size; colorScheme?: 'light' | 'dark'; reducedMotion?: 'reduce' } = {},
    ) => visit(browser, `${app.url}${path}`, options),
    stop: async () => {
      await browser.close();
      await app.stop();
    },
  };
}
