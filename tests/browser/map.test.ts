import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { axeInBothSchemes, sizes, untilSettled } from '#tests/support/browser.ts';
import { siteOfFile, startSite } from '#tests/support/site.ts';

const site = await siteOfFile();

const totalText = (page: Page) => page.getByText(/^Visar \d+ evenemang på kartan$/);
const marker = (page: Page, name: RegExp) => page.getByRole('application').getByRole('button', { name });
const ABISKO = /^Björkliden Arctic Mountain Marathon, Löpning trail, /;
const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** The map moves on after a gesture. */
const waitUntilStill = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      new Promise<void>((done) => {
        let [before, same] = ['', 0];
        const check = () => {
          const { x, y } = element.getBoundingClientRect();
          same = before === `${x} ${y}` ? same + 1 : 0;
          before = `${x} ${y}`;
          if (same < 8) requestAnimationFrame(check);
          else done();
        };
        check();
      }),
  );

describe.each(sizes)('the map at %s size', (size) => {
  test('shows the upcoming events of all Sweden, and filters by date and sport in the URL', async () => {
    const { page, finish } = await site.visit('/map', { size });
    await marker(page, ABISKO).waitFor();
    const upcoming = Number(/\d+/.exec((await totalText(page).textContent()) ?? '')?.[0]);
    const dateButtonNames = { phone: /^Filter/, desktop: /^Datum/ };
    await page.getByRole('button', { name: dateButtonNames[size] }).click();
    await page.locator('label', { hasText: 'Tidigare Evenemang' }).click();
    await page.getByText(`Visar ${58 - upcoming} evenemang på kartan`).waitFor();
    await page.locator('label', { hasText: 'Alla Datum' }).click();
    await page.getByText('Visar 58 evenemang på kartan').waitFor();
    await page.keyboard.press('Escape');
    if (size === 'phone') await page.locator('.sport-row button', { hasText: 'Swimrun' }).click();
    else await page.locator('select[name=sport]').selectOption('Swimrun');
    await page.getByText('Visar 3 evenemang på kartan').waitFor();
    await page.waitForURL(/[?&]sport=Swimrun(&|$)/);
    expect(new URL(page.url()).searchParams.get('date')).toBe('all');
    await page.goBack();
    await page.getByText('Visar 58 evenemang på kartan').waitFor();
    await finish();
  });

  test('opens a popup beside a clicked marker, and closes it with the button of the popup', async () => {
    const { page, finish } = await site.visit('/map', { size });
    await marker(page, ABISKO).click();
    const popup = page.getByRole('dialog', { name: 'Björkliden Arctic Mountain Marathon' });
    await popup.waitFor();
    await untilSettled(page);
    const [popupBox, markerBox] = [await boxOf(popup), await boxOf(page.locator('.map-selected'))];
    expect(
      popupBox.left >= markerBox.right ||
        popupBox.right <= markerBox.left ||
        popupBox.top >= markerBox.bottom ||
        popupBox.bottom <= markerBox.top,
    ).toBeTrue();
    expect(await popup.getByRole('link', { name: /^Besök evenemangssida/ }).getAttribute('target')).toBe(
      '_blank',
    );
    await popup.getByRole('button', { name: 'Stäng' }).click();
    expect(await popup.count()).toBe(0);
    await finish();
  });

  test('opens the popup of a marker with Tab and Enter, and returns focus on Escape', async () => {
    const { page, finish } = await site.visit('/map', { size });
    await marker(page, ABISKO).waitFor();
    await page.getByRole('application', { name: 'Karta över evenemang' }).focus();
    await page.keyboard.press('Tab');
    expect(await focusedLabel(page)).toMatch(ABISKO);
    await page.keyboard.press('Enter');
    expect(await focusedLabel(page)).toBe('Björkliden Arctic Mountain Marathon');
    await page.keyboard.press('Escape');
    expect(await focusedLabel(page)).toMatch(ABISKO);
    await finish();
  });

  test('scrolls a focused marker into view on Tab, and lets the arrow keys move the map from there', async () => {
    const { page, finish } = await site.visit('/map', { size });
    const farMarker = marker(page, ABISKO);
    await farMarker.waitFor();
    await page.getByRole('application').focus();
    for (const key of ['+', '+']) await page.keyboard.press(key);
    await waitUntilStill(farMarker);
    await page.keyboard.press('Tab');
    expect(await focusedLabel(page)).toMatch(ABISKO);
    await waitUntilStill(farMarker);
    const [map, markerBox] = [await boxOf(page.locator('.map-box')), await boxOf(farMarker)];
    expect(markerBox.top >= map.top && markerBox.bottom <= map.bottom).toBeTrue();
    expect(markerBox.left >= map.left && markerBox.right <= map.right).toBeTrue();
    await page.keyboard.press('ArrowUp');
    expect(await focusedLabel(page)).toBe('Karta över evenemang');
    await waitUntilStill(farMarker);
    expect((await boxOf(farMarker)).top).toBeGreaterThan(markerBox.top + 50);
    await finish();
  });

  test('opens a visible popup from a row of the list, also for a marker far south', async () => {
    const { page, finish } = await site.visit('/map?sport=Triathlon', { size });
    await page.getByRole('button', { name: /^Karlshamn Triathlon/ }).click();
    const popup = page.getByRole('dialog', { name: 'Karlshamn Triathlon' });
    await popup.waitFor();
    await waitUntilStill(page.locator('.map-selected'));
    const [card, spot, map] = [
      await boxOf(popup),
      await boxOf(page.locator('.map-selected')),
      await boxOf(page.locator('.map-box')),
    ];
    const isBeside = card.left >= spot.right || card.right <= spot.left;
    expect(isBeside || card.top >= spot.bottom).toBeTrue();
    expect(spot.top).toBeGreaterThanOrEqual(Math.max(0, map.top));
    await finish();
  });

  test('splits a pressed cluster, and shows a focus ring only after a key press', async () => {
    const { page, finish } = await site.visit('/map?date=all', { size });
    const cluster = marker(page, /^\d+ evenemang: /).first();
    const ring = page.locator('.map-ground:focus-visible');
    for (const press of ['mouse', 'keyboard']) {
      await waitUntilStill(cluster);
      const name = (await cluster.getAttribute('aria-label')) ?? '';
      const pressed = page.getByRole('button', { name, exact: true });
      if (press === 'mouse') await pressed.click();
      else await pressed.press('Enter');
      await pressed.waitFor({ state: 'detached' });
      // The ring is set after the popup or the clusters have rendered.
      if (press === 'keyboard') await ring.waitFor();
      else expect(await ring.count()).toBe(0);
    }
    await finish();
  });

  test('has no axe violations with an open popup', async () => {
    const { page, close } = await site.visit('/map', { size, reducedMotion: 'reduce' });
    await marker(page, ABISKO).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await close();
  });
});

describe('the map on a desktop', () => {
  test('moves without opening a popup on a drag that starts on a marker', async () => {
    const { page, finish } = await site.visit('/map', { fakeTimers: true });
    const box = await boxOf(marker(page, ABISKO));
    const from = { x: box.left + 22, y: box.top + 22 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 60, from.y + 80, { steps: 6 });
    // After a pause, the map does not continue by inertia.
    await page.clock.runFor(300);
    await page.mouse.up();
    await waitUntilStill(marker(page, ABISKO));
    const after = await boxOf(marker(page, ABISKO));
    expect(after.top - box.top).toBeGreaterThan(60);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await finish();
  });

  test('zooms into a pressed cluster and lists the events in view', async () => {
    const { page, finish } = await site.visit('/map?date=all');
    await page.getByText('Visar 58 evenemang på kartan').waitFor();
    const cluster = marker(page, /^\d+ evenemang: /).first();
    const setSize = () => page.locator('.map-list-rows > li').first().getAttribute('aria-setsize');
    expect(await setSize()).toBe('58');
    await cluster.click();
    await page.waitForFunction(
      () => Number(document.querySelector('.map-list-rows > li')?.getAttribute('aria-setsize') ?? 58) < 58,
    );
    await finish();
  });

  test('keeps the outline and its attribution when configured tiles fail to load', async () => {
    const tiledSite = await startSite({
      environment: {
        MAP_TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
        MAP_TILE_ATTRIBUTION: '© Kartmakaren',
      },
    });
    const { page, close } = await tiledSite.visit('/map');
    await page.locator('.map-sweden').waitFor();
    await page.getByText(/^Karta: Natural Earth/).waitFor();
    expect(await page.getByText('© Kartmakaren').count()).toBe(0);
    await close();
    await tiledSite.stop();
  });
});
