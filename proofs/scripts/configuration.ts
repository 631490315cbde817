import type { Browser } from 'playwright-core';
import { type TestApp, testApp } from '#tests/support/app.ts';
import type { PayloadPlanter } from './payloads.ts';
import { CLIENT } from './site.ts';
import { type Findings, openWindow } from './watch.ts';

const MAX_WORD_LENGTH = 100;

/** Returns the number of instances. */
export async function hostileConfigurations(
  browser: Browser,
  app: TestApp,
  planter: PayloadPlanter,
  findings: Findings,
  count: number,
): Promise<number> {
  const recordNumbers = [...planter.payloads.keys()].filter(
    (at) => at % Math.ceil(planter.payloads.length / count) === 0,
  );
  for (const at of recordNumbers) {
    const word = (field: string) =>
      planter.payloadFor(`config.${field}`, at).trim().slice(0, MAX_WORD_LENGTH).trim() || 'x';
    const instance = await testApp({
      client: CLIENT,
      on: { target: app.target },
      environment: {
        SITE_NAME: word('site_name'),
        MAP_TILE_URL: 'https://tiles.invalid/{z}/{x}/{y}.png',
        MAP_TILE_ATTRIBUTION: word('map_tile_attribution'),
        IDENTITY_CHECK_WORD: word('identity_check_word'),
      },
    });
    const window = await openWindow(browser, instance.url, findings, {
      mayShow: (url) => url.startsWith('https://tiles.invalid/'),
    });
    try {
      await window.open('/map', 'h1');
      await window.page.locator('.map-attribution, .map').first().waitFor();
      await window.look();
      await window.navigate('/marketplace', 'h1');
      await window.open('/api/docs', 'h1');
    } finally {
      await window.close();
      await instance.stop();
    }
  }
  return recordNumbers.length;
}
