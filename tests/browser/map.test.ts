import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { axeInBothSchemes, settled, sizes } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const total = (page: Page) => page.getByText(/^Visar \d+ evenemang på kartan$/);
const marker = (page: Page, name: RegExp) => page.getByRole('application').getByRole('button', { name });
const ABISKO = /^Björkliden Arctic Mountain Marathon, Löpning trail, /;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** The map moves on for a moment: until it has stood where it is for some frames. */
const atRest = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      new Promise<void>((done) => {
        let [before, same] = ['', 0];
        const look = () => {
          const { x, y } = element.getBoundingClientRect();
          same = before === `${x} ${y}` ? same + 1 : 0;
          before = `${x} ${y}`;
          if (same < 8) requestAnimationFrame(look);
          else done();
        };
        look();
      }),
  );

describe.each(sizes)('the map at the size of a %s', (size) => {
  test('shows all of Sweden, the upcoming events, and filters by date and sport in the URL', async () => {
    const { page, problems, close } = await site.visit('/map', { size });
    await marker(page, ABISKO).waitFor();
    const upcoming = Number(/\d+/.exec((await total(page).textContent()) ?? '')?.[0]);
    await page.getByRole('radio', { name: 'Alla' }).check();
    await page.getByText('Visar 56 evenemang på kartan').waitFor();
    await page.getByRole('radio', { name: 'Tidigare evenemang' }).check();
    await page.getByText(`Visar ${56 - upcoming} evenemang på kartan`).waitFor();
    await page.getByRole('radio', { name: 'Alla' }).check();
    await page.locator('select[name=sport]').selectOption('Swimrun');
    await page.getByText('Visar 3 evenemang på kartan').waitFor();
    await page.waitForURL(/[?&]sport=Swimrun(&|$)/);
    expect(new URL(page.url()).searchParams.get('date')).toBe('all');
    await page.goBack();
    await page.getByText('Visar 56 evenemang på kartan').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test('a click on a marker opens its popup, which does not cover it; its × closes it', async () => {
    const { page, problems, close } = await site.visit('/map', { size });
    await marker(page, ABISKO).click();
    const popup = page.getByRole('dialog', { name: 'Björkliden Arctic Mountain Marathon' });
    await popup.waitFor();
    await settled(page);
    const [a, b] = [await boxOf(popup), await boxOf(page.locator('.map-selected'))];
    expect(a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top).toBeTrue();
    expect(await popup.getByRole('link', { name: /^Besök evenemangssida/ }).getAttribute('target')).toBe(
      '_blank',
    );
    await popup.getByRole('button', { name: 'Stäng' }).click();
    expect(await popup.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('by keyboard: Tab to a marker, Enter opens it, Escape closes it and focus is where it was', async () => {
    const { page, problems, close } = await site.visit('/map', { size });
    await marker(page, ABISKO).waitFor();
    await page.getByRole('application', { name: 'Karta över evenemang' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(ABISKO);
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Björkliden Arctic Mountain Marathon');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toMatch(ABISKO);
    expect(problems).toEqual([]);
    await close();
  });

  test('by keyboard: Tab to a marker beyond the edge brings it into view, and the keys of the map work there', async () => {
    const { page, problems, close } = await site.visit('/map', { size });
    const far = marker(page, ABISKO);
    await far.waitFor();
    await page.getByRole('application').focus();
    for (const key of ['+', '+']) await page.keyboard.press(key);
    await atRest(far);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(ABISKO);
    await atRest(far);
    const [map, at] = [await boxOf(page.locator('.map-box')), await boxOf(far)];
    expect(at.top >= map.top && at.bottom <= map.bottom).toBeTrue();
    expect(at.left >= map.left && at.right <= map.right).toBeTrue();
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('Karta över evenemang');
    await atRest(far);
    expect((await boxOf(far)).top).toBeGreaterThan(at.top + 50);
    expect(problems).toEqual([]);
    await close();
  });

  test('a row of the list opens the popup, in sight also of a marker far south', async () => {
    const { page, problems, close } = await site.visit('/map?sport=Triathlon', { size });
    await page.getByRole('button', { name: /^Karlshamn Triathlon/ }).click();
    const popup = page.getByRole('dialog', { name: 'Karlshamn Triathlon' });
    await popup.waitFor();
    await atRest(page.locator('.map-selected'));
    const [card, spot, map] = [
      await boxOf(popup),
      await boxOf(page.locator('.map-selected')),
      await boxOf(page.locator('.map-box')),
    ];
    const isBeside = card.left >= spot.right || card.right <= spot.left;
    expect(isBeside || card.top >= spot.bottom).toBeTrue();
    expect(spot.top).toBeGreaterThanOrEqual(Math.max(0, map.top));
    expect(problems).toEqual([]);
    await close();
  });

  test('axe finds nothing with a popup open', async () => {
    const { page, close } = await site.visit('/map', { size, reducedMotion: 'reduce' });
    await marker(page, ABISKO).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await close();
  });
});

describe('moving the map', () => {
  test('a drag that begins on a marker moves the map and opens nothing', async () => {
    const { page, problems, close } = await site.visit('/map');
    const box = await boxOf(marker(page, ABISKO));
    const from = { x: box.left + 22, y: box.top + 22 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 60, from.y + 80, { steps: 6 });
    // Held still before it is let go: the map is not thrown.
    await page.clock.runFor(300);
    await page.mouse.up();
    await atRest(marker(page, ABISKO));
    const after = await boxOf(marker(page, ABISKO));
    expect(after.top - box.top).toBeGreaterThan(60);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('a cluster opens into what is in it, and the list shows what is in view', async () => {
    const { page, problems, close } = await site.visit('/map?date=all');
    await page.getByText('Visar 56 evenemang på kartan').waitFor();
    const cluster = marker(page, /^\d+ evenemang: /).first();
    const setSize = () => page.locator('.map-list-rows > li').first().getAttribute('aria-setsize');
    expect(await setSize()).toBe('56');
    await cluster.click();
    await page.waitForFunction(
      () => Number(document.querySelector('.map-list-rows > li')?.getAttribute('aria-setsize') ?? 56) < 56,
    );
    expect(problems).toEqual([]);
    await close();
  });

  test('tiles that are configured but do not come leave the outline, and say no more of them', async () => {
    const tiled = await startSite({
      environment: {
        MAP_TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
        MAP_TILE_ATTRIBUTION: '© Kartmakaren',
      },
    });
    const { page, close } = await tiled.visit('/map');
    await page.locator('.map-sweden').waitFor();
    await page.getByText(/^Karta: Natural Earth/).waitFor();
    expect(await page.getByText('© Kartmakaren').count()).toBe(0);
    await close();
    await tiled.stop();
  });
});
