import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SIZES } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const INTERVAL_MS = 5000;
const waitForPosition = (page: Page, text: string) =>
  page.locator('.carousel-count', { hasText: text }).waitFor();

test.each(['desktop', 'phone'] as const)(
  'the carousel advances by itself and by its buttons, and wraps around at %s size',
  async (size) => {
    const { page, finish } = await site.visit('/', { size, fakeTimers: true });
    await waitForPosition(page, '1 / 3');
    await page.mouse.move(0, 0);
    await page.clock.runFor(INTERVAL_MS);
    await waitForPosition(page, '2 / 3');

    await page.getByRole('button', { name: 'Nästa' }).click();
    await waitForPosition(page, '3 / 3');
    await page.getByRole('button', { name: 'Nästa' }).click();
    await waitForPosition(page, '1 / 3');
    await page.getByRole('button', { name: 'Föregående' }).click();
    await waitForPosition(page, '3 / 3');
    await page.getByRole('button', { name: 'Visa 2 av 3' }).click();
    await waitForPosition(page, '2 / 3');
    await finish();
  },
);

test.each([
  ['desktop', 120],
  ['phone', 128],
] as const)('the carousel at %s size has its fixed height and loads its images', async (size, height) => {
  const { page, close } = await site.visit('/', { size });
  await waitForPosition(page, '1 / 3');
  expect((await page.locator('.carousel').boundingBox())?.height).toBe(height);
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.carousel img')];
    return pictures.length === 3 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
  });
  await close();
});

test('the carousel shows one banner at a time and links it to its target', async () => {
  const { page, close } = await site.visit('/');
  await page.getByRole('button', { name: 'Visa 3 av 3' }).click();
  await page.waitForFunction(() => {
    const titles = [...document.querySelectorAll('.carousel-slide .type-banner')];
    const visible = titles.filter((title) => title.checkVisibility({ visibilityProperty: true }));
    return visible.length === 1 && visible[0]?.textContent === 'Saknar du ett lopp?';
  });
  await page.getByRole('link', { name: /Saknar du ett lopp/ }).click({ position: { x: 40, y: 40 } });
  await page.waitForURL('**/submit-event');
  await close();
});

/** Room for a row of filter chips between the filter bar and the cards. */
const CHIP_ROW_HEIGHT = 52;
/** Below the last card that must be in sight. */
const BOTTOM_MARGIN = 16;

test('at 1280 x 900, three event cards are in sight below carousel and filter bar', async () => {
  const { page, close } = await site.visit('/');
  await waitForPosition(page, '1 / 3');
  const bar = await page.locator('.filter-bar').boundingBox();
  const cards = await Promise.all(
    [0, 2].map((index) => page.locator('.event-card').nth(index).boundingBox()),
  );
  const [first, third] = cards;
  const cardsHeight = (third?.y ?? 0) + (third?.height ?? 0) - (first?.y ?? 0);
  expect((bar?.y ?? 0) + (bar?.height ?? 0) + CHIP_ROW_HEIGHT + cardsHeight).toBeLessThan(
    SIZES.desktop.height - BOTTOM_MARGIN,
  );
  await close();
});

test('at 390 x 844, a whole event card is in sight above the tab bar', async () => {
  const { page, close } = await site.visit('/', { size: 'phone' });
  await waitForPosition(page, '1 / 3');
  const card = await page.locator('.event-card').first().boundingBox();
  const tabBar = await page.locator('nav.tabs').boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 0) + CHIP_ROW_HEIGHT).toBeLessThan(tabBar?.y ?? 0);
  await close();
});

test.each([320, 375, 390, 768, 1280])(
  'at a width of %i px, the link label of a long banner overlaps neither text nor controls, and the current dot of eight is in sight',
  async (width) => {
    await site.sql`insert into banners (id, title, description, file_url, file_type, link_url, order_index)
      select gen_random_uuid(), 'Ett riktigt långt rubriknamn om lopp i hela Sverige ' || n,
        'En lång beskrivning som behöver flera rader, hur bred skärmen än är. Den berättar mycket om loppet.',
        '/demo/ski.webp', 'image', '/map', n from generate_series(3, 7) as n`;
    try {
      const { page, close } = await site.visit('/');
      await page.setViewportSize({ width, height: 844 });
      await waitForPosition(page, '1 / 8');
      await page.getByRole('button', { name: 'Föregående' }).click();
      await waitForPosition(page, '8 / 8');
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      const rectangles = await page.evaluate(() => {
        const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
        return {
          label: of('[data-state="current"] .carousel-more'),
          words: of('[data-state="current"] .carousel-words'),
          controls: of('.carousel-controls'),
          dots: of('.carousel-dots'),
          dot: of('.carousel-dot[aria-current]'),
          carousel: of('.carousel'),
        };
      });
      const { label, words, controls, dots, dot, carousel } = rectangles;
      expect(label.right <= controls.left || label.bottom <= controls.top).toBe(true);
      expect(words.bottom).toBeLessThanOrEqual(label.top);
      expect(words.right <= controls.left || words.bottom <= controls.top).toBe(true);
      expect(label.bottom).toBeLessThan(carousel.bottom);
      expect(words.top).toBeGreaterThan(carousel.top);
      expect(dot.left).toBeGreaterThanOrEqual(dots.left - 1);
      expect(dot.right).toBeLessThanOrEqual(dots.right + 1);
      await close();
    } finally {
      await site.sql`delete from banners where order_index > 2`;
    }
  },
);
