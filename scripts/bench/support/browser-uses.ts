import type { Locator, Page } from 'playwright-core';

const PAUSE = 120;

/** Keys and fingers go straight to the browser: what is asked of the page in the same moment would slow its answer. */
async function write(page: Page, text: string): Promise<void> {
  for (const key of [...text, ...Array.from(text, () => 'Backspace')]) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(PAUSE);
  }
}

async function touch(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing there to be touched.');
  await page.waitForTimeout(400);
  await page.touchscreen.tap(box.x + Math.min(box.width / 2, 30), box.y + box.height / 2);
  await page.waitForTimeout(400);
}

/** A finger on one of the sheet's choices. */
async function tap(page: Page, ...labels: string[]): Promise<void> {
  for (const label of labels) {
    const choice = page.locator('.filter-sheet label', { hasText: new RegExp(`^${label}$`) });
    await touch(page, choice.first());
  }
}

/** What is done with each filter of the home page on a phone, in this order. */
export const USES: Record<string, (page: Page) => Promise<void>> = {
  search: async (page) => {
    await touch(page, page.locator('input[type=search]'));
    await write(page, 'halvmarathon 21');
    await write(page, 'mora');
  },
  date: async (page) => {
    await touch(page, page.locator('.filter-open'));
    await tap(page, 'Alla Datum', 'Tidigare Evenemang', 'Alla Datum');
  },
  sport: (page) => tap(page, 'Löpning', 'Simning', 'Alla sporter'),
  distance: (page) => tap(page, '10,1 - 20 km', '100 km', '10,1 - 20 km'),
  landskap: async (page) => {
    const select = page.locator('.filter-sheet select');
    await select.focus();
    for (let key = 0; key < 4; key++) {
      await page.keyboard.press('ArrowDown');
      await page.waitForTimeout(PAUSE);
    }
  },
};
