import type { Locator, Page } from 'playwright-core';

const PAUSE_MS = 120;
/** Before and after a tap, so that the page is at rest. */
const TAP_PAUSE_MS = 400;

/** Does not query the page meanwhile, because that would slow its response. */
async function typeAndDelete(page: Page, text: string): Promise<void> {
  for (const key of [...text, ...Array.from(text, () => 'Backspace')]) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function touch(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to touch is not visible.');
  await page.waitForTimeout(TAP_PAUSE_MS);
  await page.touchscreen.tap(box.x + Math.min(box.width / 2, 30), box.y + box.height / 2);
  await page.waitForTimeout(TAP_PAUSE_MS);
}

async function tapChoices(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const choice = page.locator('.filter-sheet :is(label, button)', { hasText: new RegExp(`^${name}( |$)`) });
    await touch(page, choice.first());
  }
}

export const FILTER_USES: Record<string, (page: Page) => Promise<void>> = {
  search: async (page) => {
    await touch(page, page.locator('input[type=search]'));
    await typeAndDelete(page, 'halvmarathon 21');
    await typeAndDelete(page, 'mora');
  },
  date: async (page) => {
    await touch(page, page.locator('.filter-open'));
    await tapChoices(page, 'Alla Datum', 'Tidigare Evenemang', 'Alla Datum');
  },
  sport: (page) => tapChoices(page, 'Löpning', 'Simning', 'Alla sporter'),
  distance: (page) => tapChoices(page, '10,1 - 20 km', 'Maraton', '43,1\\+ km'),
  landskap: async (page) => {
    const select = page.locator('.filter-sheet select');
    await select.focus();
    for (let key = 0; key < 4; key++) {
      await page.keyboard.press('ArrowDown');
      await page.waitForTimeout(PAUSE_MS);
    }
  },
};
