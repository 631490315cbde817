import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { marketplaceSettings } from '#db/schema/index.ts';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { sizes, untilSettled } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const PAGES: Record<string, { title: string; loadedSelector: string }> = {
  '/': { title: 'Loppkalendern', loadedSelector: 'article' },
  '/map': { title: 'Karta – Loppkalendern', loadedSelector: '.map-list-rows > li' },
  '/lopp/vasaloppet/2027': {
    title: 'Vasaloppet 2027 – Loppkalendern',
    loadedSelector: '.race-map .map-marker',
  },
  '/contact': { title: 'Kontakt – Loppkalendern', loadedSelector: '.contact-details' },
  '/submit-event': { title: 'Lägg till lopp – Loppkalendern', loadedSelector: 'form' },
  '/marketplace': { title: 'Startplatsmarknaden – Loppkalendern', loadedSelector: '.info-box' },
  '/finns-inte': { title: 'Sidan finns inte – Loppkalendern', loadedSelector: 'h1' },
};

/** The largest allowed sum of the layout-shift values of one page load. */
const MAX_TOTAL_SHIFT = 0.02;

function blockResponses() {
  let release = () => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  const prepare = (page: Page) =>
    page.route('**/trpc/**', async (route) => {
      await gate;
      await route.continue();
    });
  return { prepare, release: () => release() };
}

test('/favicon.ico serves an icon to clients that ignore the icon link of the page', async () => {
  const response = await fetch(`${site.url}/favicon.ico`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  // The header of an icon with three images.
  expect([...(await response.bytes()).slice(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
});

test('every page has its own title after a page load and a client-side navigation', async () => {
  const missing = await site.visit('/finns-inte');
  await missing.page.waitForFunction(() => document.title === 'Sidan finns inte – Loppkalendern');
  await missing.close();
  const { page, close } = await site.visit('/');
  for (const name of ['Karta', 'Kontakt', 'Föreslå evenemang', 'Startplatsmarknaden', 'Start']) {
    const link = page.getByRole('banner').getByRole('link', { name, exact: true });
    const { title = '' } = PAGES[(await link.getAttribute('href')) ?? ''] ?? {};
    await link.click();
    await page.waitForFunction((expected) => document.title === expected, title);
    await page.reload();
    await page.waitForFunction((expected) => document.title === expected, title);
  }
  await close();
});

describe.each(sizes)('the layout does not shift while a page loads at %s size', (size) => {
  const cases = ['/', '/map', '/contact'].flatMap((path) =>
    ['at once', 'late'].map((timing) => [path, timing] as const),
  );

  test.each(cases)('on %s with responses that arrive %s', async (path, timing) => {
    const { prepare, release } = blockResponses();
    const { page, close } = await site.visit(path, {
      size,
      fakeTimers: timing === 'late',
      prepare: async (opened) => {
        await opened.addInitScript(() => {
          const shifts: { value: number; what: string }[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
              sources: { node?: Node }[];
            })[]) {
              if (entry.hadRecentInput) continue;
              const what = entry.sources
                .map(({ node }) => (node as Element | undefined)?.className ?? '?')
                .join();
              shifts.push({ value: entry.value, what });
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        if (timing === 'late') await prepare(opened);
      },
    });
    if (timing === 'late') {
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.clock.runFor(1000);
      release();
    }
    await page
      .locator(PAGES[path]?.loadedSelector ?? '')
      .first()
      .waitFor();
    await untilSettled(page);
    const shifts = await page.evaluate(
      () => (window as unknown as { shifts: { value: number; what: string }[] }).shifts,
    );
    const totalShift = shifts.reduce((total, { value }) => total + value, 0);
    expect(totalShift < MAX_TOTAL_SHIFT ? [] : shifts).toEqual([]);
    await close();
  });
});

test('the layout is for phones up to 999 px and for desktops from 1000 px', async () => {
  const { page, close } = await site.visit('/marketplace');
  await page.locator('h1').waitFor();
  for (const [width, kind] of [
    [999, 'phone'],
    [1000, 'desktop'],
    [1001, 'desktop'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((width) => window.matchMedia(`(width: ${width}px)`).matches, width);
    await page.locator(kind === 'phone' ? '.tabs' : '.header-nav').waitFor();
    const layout = await page.evaluate(() => {
      /** The sides of the breakpoint whose media rules match. */
      const sides = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          const inner = 'cssRules' in rule ? sides(rule.cssRules as CSSRuleList) : [];
          const about = rule instanceof CSSMediaRule ? rule.conditionText : '';
          // Skips media queries that list several widths.
          const holds = /^[^,]*62\.5em[^,]*$/.test(about) && window.matchMedia(about).matches;
          return holds ? [about.startsWith('not') ? 'phone' : 'desktop', ...inner] : inner;
        });
      const isShown = (name: string) => document.querySelector(name)?.checkVisibility();
      return {
        sides: [...new Set([...document.styleSheets].flatMap((sheet) => sides(sheet.cssRules)))],
        bars: [isShown('.tabs') && 'phone', isShown('.header-nav') && 'desktop'].filter(Boolean),
        gutter: getComputedStyle(document.documentElement).getPropertyValue('--gutter').trim(),
      };
    });
    expect(layout).toEqual({ sides: [kind], bars: [kind], gutter: kind === 'phone' ? '16px' : '40px' });
  }
  await close();
});

describe('external links', () => {
  test.each(['/?date=all', '/map', '/contact', '/submit-event', '/marketplace'])(
    'on %s open in a new tab with noopener',
    async (path) => {
      const { page, close } = await site.visit(path);
      await page
        .locator(PAGES[path.split('?')[0] ?? '']?.loadedSelector ?? '')
        .first()
        .waitFor();
      if (path === '/map') await page.locator('.map-list-rows button').first().click();
      const links = await page.locator('a[href^="http"]').evaluateAll((all) =>
        all.map((link) => {
          const { origin, target, rel } = link as HTMLAnchorElement;
          return { isExternal: origin !== location.origin, target, rel };
        }),
      );
      const externalLinks = links.filter(({ isExternal }) => isExternal);
      if (['/?date=all', '/map', '/marketplace'].includes(path))
        expect(externalLinks.length).toBeGreaterThan(0);
      for (const { target, rel } of externalLinks)
        expect({ target, rel }).toEqual({ target: '_blank', rel: 'noopener' });
      await close();
    },
  );

  test('open a page without access to the opener', async () => {
    const { page, close } = await site.visit('/?q=vasaloppet');
    await page
      .context()
      .route('https://**', (route) => route.fulfill({ contentType: 'text/html', body: 'Loppet' }));
    const popup = page.waitForEvent('popup');
    await page
      .getByRole('link', { name: /^Besök evenemangssida/ })
      .first()
      .click();
    const tab = await popup;
    await tab.getByText('Loppet').waitFor();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });
});

test('the warning of the market renders no scripts, frames or images', async () => {
  const warningHtml =
    '<b>Se upp</b> hos MrKoll<iframe src="/contact"></iframe><img src="/bild.png"><script>document.title=1</script>';
  const stored = { ...DEFAULT_SETTINGS, info_box_warning: warningHtml };
  const { db } = site;
  await db.delete(marketplaceSettings);
  await db.insert(marketplaceSettings).values(stored);
  const requests: string[] = [];
  const { page, finish } = await site.visit('/marketplace', {
    prepare: async (opened) => void opened.on('request', (request) => requests.push(request.url())),
  });
  const warning = page.locator('.info-box-warning-text');
  await warning.waitFor();
  expect(await warning.innerHTML()).toBe(
    '<b>Se upp</b> hos <a href="https://mrkoll.se" target="_blank" rel="noopener" draggable="false">MrKoll</a>',
  );
  expect(page.frames()).toHaveLength(1);
  expect(requests.filter((url) => url.includes('bild.png'))).toEqual([]);
  await finish();
  await db.delete(marketplaceSettings);
});
