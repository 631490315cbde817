import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { siteOfFile } from '#tests/support/site.ts';

const ASSETS = join(import.meta.dir, '../../dist/client/assets');
const LONG_WORD = 'Lövångersmark'.repeat(14).slice(0, 174);
const LONG_STAMP = 'Sista chansen att anmäla sig till loppet '.repeat(4).trim();

const site = await siteOfFile();

async function assetWith(text: string): Promise<string> {
  for (const name of await readdir(ASSETS)) {
    if (name.endsWith('.js') && (await Bun.file(join(ASSETS, name)).text()).includes(text)) return name;
  }
  throw new Error(`No script in dist/client/assets contains “${text}”. Build the client again.`);
}

const waitForCount = (page: Page, text: string | RegExp) =>
  page.locator('.filter-count', { hasText: text }).waitFor();
const followHeaderLink = (page: Page, name: string) =>
  page.locator('header').getByRole('link', { name }).click();
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const doubleTextSize = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
const isCoveredByStamp = (page: Page, selector: string) =>
  page.locator(`.event-card-stamped ${selector}`).evaluate((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    for (let x = left + 1; x < right; x += 4) {
      if (document.elementsFromPoint(x, top + 2).some((over) => over.matches('.stamp'))) return true;
    }
    return false;
  });

async function sendMessage(page: Page) {
  for (const [name, value] of [
    ['name', 'Åsa Öberg'],
    ['email', 'asa@example.se'],
    ['subject', 'Fel datum'],
    ['message', 'Vasaloppet är den 7 mars.'],
  ]) {
    await page.locator(`form [name="${name}"]`).fill(value!);
  }
  await page.getByRole('button', { name: /^Skicka/ }).click();
}
const NOT_SENT_ERROR = 'Fel vid skickande av meddelande. Försök igen.';

describe('a lost network', () => {
  test('makes a form fail at once, and nothing is sent when the network is back', async () => {
    const { page, problems, close } = await site.visit('/contact');
    await page.locator('form [name=name]').waitFor();
    await page.context().setOffline(true);
    await sendMessage(page);
    const toast = page.locator('[data-sonner-toast]', { hasText: NOT_SENT_ERROR });
    await toast.waitFor({ timeout: 3000 });
    // The toast library adds its styles by script, which the content security policy must allow.
    expect(await toast.evaluate((element) => getComputedStyle(element).position)).toBe('absolute');
    expect(problems.filter((problem) => problem.includes('Content Security Policy'))).toEqual([]);
    await page.context().setOffline(false);
    await page.waitForTimeout(500);
    const [stored] = await site.sql`select count(*)::int as count from contact_messages`;
    expect(stored?.count).toBe(0);
    await close();
  });

  test('shows a retry button on a page, and the page loads by itself when the network is back', async () => {
    const { page, close } = await site.visit('/contact');
    await page.locator('form [name=name]').waitFor();
    // The code of the other pages is prefetched.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await followHeaderLink(page, 'Startplatsmarknaden');
    const retry = page.getByRole('button', { name: 'Försök igen' });
    await retry.click();
    await retry.waitFor({ timeout: 3000 });
    await page.context().setOffline(false);
    await page.getByText(/^Visar 0 av 0/).waitFor({ timeout: 5000 });
    await close();
  });
});

describe('a page whose code loads slowly', () => {
  const visitWithSlowMap = async (size: 'phone' | 'desktop') => {
    const asset = await assetWith('Laddar karta');
    const visited = await site.visit('/', { size });
    await waitForCount(visited.page, 'av 58)');
    const loaded = Promise.withResolvers<void>();
    await visited.page.route(`**/assets/${asset}`, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    return { ...visited, load: loaded.resolve };
  };
  const tab = (page: Page, name: string) =>
    page.locator('nav[aria-label=Huvudmeny] a', { hasText: name }).locator('visible=true');

  test.each(['phone', 'desktop'] as const)(
    'marks its tab at once and shows progress at %s size',
    async (size) => {
      const { page, load, finish } = await visitWithSlowMap(size);
      // Not a click by the mouse, which would preload the page.
      await tab(page, 'Karta').evaluate((link: HTMLElement) => link.click());
      const current = () => page.locator('nav[aria-label=Huvudmeny] a[aria-current]').allInnerTexts();
      expect(new Set(await current())).toEqual(new Set(['Karta']));
      const progress = page.getByText('Laddar sidan...');
      await progress.waitFor({ state: 'attached', timeout: 3000 });
      expect(await page.getByRole('heading', { level: 1, name: 'Hitta din nästa utmaning' }).count()).toBe(1);
      load();
      await page.getByRole('heading', { level: 1, name: 'Karta' }).waitFor({ timeout: 5000 });
      expect(await progress.count()).toBe(0);
      await finish();
    },
  );

  test('is abandoned when another page is chosen meanwhile', async () => {
    const { page, load, close } = await visitWithSlowMap('desktop');
    await tab(page, 'Karta').evaluate((link: HTMLElement) => link.click());
    await tab(page, 'Kontakt').click();
    await page.locator('form [name=name]').waitFor();
    expect(await tab(page, 'Kontakt').getAttribute('aria-current')).toBe('page');
    expect(await page.getByText('Laddar sidan...').count()).toBe(0);
    load();
    await close();
  });
});

describe('the history of filters', () => {
  test('keeps a search when a link is pressed while typing, and Back returns to it', async () => {
    const asset = await assetWith('Laddar karta');
    const { page, close } = await site.visit('/');
    await waitForCount(page, 'av 58)');
    await page.route(`**/assets/${asset}`, async (route) => {
      await Bun.sleep(800);
      await route.continue();
    });
    await page.locator('input[name=q]').pressSequentially('vasa');
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href^="/map"]')?.click());
    await page.getByRole('heading', { level: 1, name: 'Karta' }).waitFor({ timeout: 5000 });
    await page.waitForTimeout(400);
    expect(new URL(page.url()).pathname).toBe('/map');
    await page.goBack();
    await page.waitForFunction(() => location.search === '?q=vasa');
    await close();
  });

  test('keeps a search that was just typed across a reload', async () => {
    const { page, close } = await site.visit('/');
    await waitForCount(page, 'av 58)');
    await page.locator('input[name=q]:visible').pressSequentially('vasa');
    await page.keyboard.press('F5');
    await page.reload();
    await page.locator('input[name=q]:visible').waitFor();
    expect(await page.locator('input[name=q]:visible').inputValue()).toBe('vasa');
    await close();
  });

  test('returns on one Back to the list before the search, however much was typed', async () => {
    const { page, close } = await site.visit('/?date=all');
    await waitForCount(page, '(58 evenemang av 58)');
    await page.locator('input[name=q]').pressSequentially('vasalopp', { delay: 60 });
    await page.waitForFunction(() => location.search.includes('q=vasalopp'));
    await page.goBack();
    await waitForCount(page, '(58 evenemang av 58)');
    expect(page.url()).toEndWith('/?date=all');
    await close();
  });

  test('scrolls to the first results after a filter change and restores the position on Back', async () => {
    const { page, close } = await site.visit('/?date=all');
    await waitForCount(page, '(58 evenemang av 58)');
    await page.mouse.wheel(0, 3000);
    await page.waitForFunction(() => window.scrollY > 2500);
    const scrollBefore = await page.evaluate(() => window.scrollY);
    await page.locator('select[name=sport]').selectOption('Löpning');
    await waitForCount(page, '(13 evenemang av 58)');
    // 3 s leaves room for a slow machine.
    await page.waitForFunction(
      () => {
        const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [first, bar] = [boxOf('article'), boxOf('.filter-bar')];
        return !!first && !!bar && first.y >= bar.bottom - 1 && first.y < 400;
      },
      undefined,
      { timeout: 3000 },
    );
    await page.goBack();
    await waitForCount(page, '(58 evenemang av 58)');
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 60, scrollBefore, { timeout: 3000 });
    await close();
  });
});

describe('long words and large text', () => {
  test('do not overflow the card or make a stamp cover the name', async () => {
    await site.sql`update events set ort = ${LONG_WORD}, banner_text = ${LONG_STAMP},
      banner_start_date = '2000-01-01', banner_end_date = '2100-01-01'
      where event_name = 'Vasaloppet'`;
    for (const size of ['phone', 'desktop'] as const) {
      const { page, close } = await site.visit('/?q=vasaloppet&from=2027-03-07&to=2027-03-07', { size });
      await page.locator('.stamp').first().waitFor();
      for (const width of size === 'desktop' ? [1280, 1000] : [390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForTimeout(100);
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
        const card = await page.locator('.event-card-stamped').first().boundingBox();
        const place = await page.locator('.event-card-stamped .place > span').first().boundingBox();
        expect(place!.x + place!.width).toBeLessThanOrEqual(card!.x + card!.width);
        expect(await isCoveredByStamp(page, '.event-card-name')).toBe(false);
        if (size === 'desktop') expect(await isCoveredByStamp(page, '.date-badge')).toBe(false);
        if (size === 'desktop') expect(await isCoveredByStamp(page, '.distances')).toBe(false);
      }
      await close();
    }
  });

  test('do not make the market scroll sideways at 320 px, or at 390 px with text of double size', async () => {
    const { page, close } = await site.visit('/marketplace', { size: 'phone' });
    await page.locator('.info-box').waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await doubleTextSize(page);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    for (const part of ['.info-box-toggle', '.page-head h1']) {
      const fits = await page.locator(part).evaluate((box) => box.scrollWidth <= box.clientWidth);
      expect(fits).toBe(true);
    }
    await close();
  });

  test('do not cut off lines of a banner with text of double size', async () => {
    const { page, close } = await site.visit('/', { size: 'phone' });
    await page.locator('.carousel').waitFor();
    await doubleTextSize(page);
    // The slide cuts off a line if it makes the block lower than its lines.
    const cut = await page.locator('.carousel-words').evaluateAll(
      (blocks) =>
        blocks.filter((block) => {
          const height = block.clientHeight;
          (block as HTMLElement).style.flexShrink = '0';
          return block.clientHeight > height;
        }).length,
    );
    expect(cut).toBe(0);
    await close();
  });

  test('do not cut off the filter options with text of double size', async () => {
    const { page, close } = await site.visit('/');
    await waitForCount(page, 'av 58)');
    await doubleTextSize(page);
    const cut = await page.locator('.filter-bar .filter-cell-choice').evaluateAll((choices) => {
      const canvas = document.createElement('canvas').getContext('2d')!;
      return choices
        .filter((choice) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(choice);
          canvas.font = font;
          const text =
            choice instanceof HTMLSelectElement ? choice.selectedOptions[0]!.text : choice.textContent;
          const availableWidth =
            choice.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return canvas.measureText(text ?? '').width > availableWidth;
        })
        .map((choice) => choice.textContent?.slice(0, 20));
    });
    expect(cut).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await close();
  });
});
