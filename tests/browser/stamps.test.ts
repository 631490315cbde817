import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeEvent } from '#tests/support/content.ts';
import { siteOfFile } from '#tests/support/site.ts';

const COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'yellow'] as const;
const MINUTE_MS = 60_000;

const minutesFromNow = (minutes: number) =>
  new Date(site.context.now().getTime() + minutes * MINUTE_MS).toISOString();
const site = await siteOfFile();
const { db } = site;
const activeInterval = { banner_start_date: minutesFromNow(-60), banner_end_date: minutesFromNow(24 * 60) };
for (const color of COLORS) {
  await makeEvent(db, {
    event_name: `Stämpel ${color}`,
    banner_text: 'Fullbokat',
    banner_color: color,
    ...activeInterval,
  });
}
const stampFields = { banner_text: 'Snart slut', banner_color: 'red' } as const;
await makeEvent(db, {
  event_name: 'Stämpel kommer',
  ...stampFields,
  banner_start_date: minutesFromNow(10),
  banner_end_date: minutesFromNow(20),
});
await makeEvent(db, {
  event_name: 'Stämpel var',
  ...stampFields,
  banner_start_date: minutesFromNow(-20),
  banner_end_date: minutesFromNow(-10),
});
await makeEvent(db, {
  event_name: 'Två länkar',
  banner_text: 'Sista anmälningsdagen är snart här',
  ...activeInterval,
  race_link: 'https://lopp.example',
  result_link: 'https://lopp.example/resultat',
});
await makeEvent(db, { event_name: 'Stämpel utan text', ...activeInterval });
await makeEvent(db, {
  event_name: 'Stämpel utan slut',
  ...stampFields,
  banner_start_date: minutesFromNow(-60),
});
await makeEvent(db, {
  event_name: 'Stämpel utan början',
  ...stampFields,
  banner_end_date: minutesFromNow(60),
});

test.each([1280, 900, 390])(
  'a stamp covers neither of two links, and the links have the same edges and height, at %d px',
  async (width) => {
    const { page, close } = await site.visit('/?q=tv%C3%A5+l%C3%A4nkar');
    await page.setViewportSize({ width, height: 844 });
    const card = page.locator('article', { hasText: 'Två länkar' }).first();
    await card.locator('.stamp').waitFor();
    const boxes = await card.evaluate((element) =>
      ['.stamp', '.event-card-link:first-child', '.event-card-link + .event-card-link'].map((selector) => {
        const box = element.querySelector(selector)?.getBoundingClientRect();
        return { left: box?.left, right: box?.right, top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
      }),
    );
    const [stamp, first, last] = boxes as [Box, Box, Box];
    expect(stamp.bottom).toBeLessThanOrEqual(first.top);
    expect([last.left, last.right, last.bottom - last.top]).toEqual([
      first.left,
      first.right,
      first.bottom - first.top,
    ]);
    expect(last.top).toBeGreaterThanOrEqual(first.bottom);
    await close();
  },
);

type Box = { left: number; right: number; top: number; bottom: number };

const stampedNames = (page: Page) =>
  page
    .locator('article:has(.stamp)')
    .evaluateAll((cards) =>
      cards.map((card) => card.querySelector('h3')?.textContent?.replace('Stämpel ', '') ?? '').sort(),
    );

test.each(['light', 'dark'] as const)(
  'stamps have six distinct colours and a slight rotation in the %s scheme',
  async (colorScheme) => {
    const { page, finish } = await site.visit('/?q=st%C3%A4mpel', { colorScheme });
    await page.locator('.stamp').first().waitFor();
    const styles: { color: string; rotation: string; text: string | null }[] = [];
    for (const color of COLORS) {
      const stamp = page.locator('article', { hasText: `Stämpel ${color}` }).locator('.stamp');
      styles.push(
        await stamp.evaluate((element) => {
          const { borderColor, color, backgroundColor, rotate } = getComputedStyle(element);
          return {
            color: `${borderColor} ${color} ${backgroundColor}`,
            rotation: rotate,
            text: element.getAttribute('title'),
          };
        }),
      );
    }
    expect(new Set(styles.map(({ color }) => color)).size).toBe(6);
    expect(new Set(styles.map(({ rotation, text }) => `${text} ${rotation}`))).toEqual(
      new Set(['Fullbokat -4deg']),
    );
    await finish();
  },
);

test('a stamp with text, start and end is shown from its start to its end while the page is open', async () => {
  const { page, close } = await site.visit('/?q=st%C3%A4mpel', { fakeTimers: true });
  await page.locator('.stamp').first().waitFor();
  const alwaysStamped = [...COLORS].sort();
  // Cards outside the viewport render later.
  await page.locator('article').nth(10).waitFor();
  expect(await page.locator('article').count()).toBe(11);
  expect(await stampedNames(page)).toEqual(alwaysStamped);
  await page.clock.fastForward(15 * MINUTE_MS);
  await page.locator('article', { hasText: 'Stämpel kommer' }).locator('.stamp').waitFor();
  expect(await stampedNames(page)).toEqual([...alwaysStamped, 'kommer'].sort());
  await page.clock.fastForward(10 * MINUTE_MS);
  await page
    .locator('article', { hasText: 'Stämpel kommer' })
    .locator('.stamp')
    .waitFor({ state: 'detached' });
  expect(await stampedNames(page)).toEqual(alwaysStamped);
  await close();
});
