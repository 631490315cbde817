import type { Page } from 'playwright-core';

const PAUSE = { delay: 120 };

async function write(page: Page, text: string): Promise<void> {
  const field = page.locator('input[type=search]');
  await field.pressSequentially(text, PAUSE);
  for (const _ of text) await field.press('Backspace', PAUSE);
}

/** A finger on one of the sheet's choices. */
async function tap(page: Page, ...labels: string[]): Promise<void> {
  for (const label of labels) {
    await page
      .locator('.filter-sheet label', { hasText: new RegExp(`^${label}$`) })
      .first()
      .tap();
    await page.waitForTimeout(400);
  }
}

/** What is done with each filter of the home page on a phone, in this order. */
export const USES: Record<string, (page: Page) => Promise<void>> = {
  search: async (page) => {
    await page.locator('input[type=search]').tap();
    await write(page, 'halvmarathon 21');
    await write(page, 'mora');
  },
  date: async (page) => {
    await page.locator('.filter-open').tap();
    await page.locator('.filter-sheet').waitFor();
    await tap(page, 'Alla Datum', 'Tidigare Evenemang', 'Alla Datum');
  },
  sport: (page) => tap(page, 'Löpning', 'Simning', 'Alla sporter'),
  distance: (page) => tap(page, '10,1 - 20 km', '100 km', '10,1 - 20 km'),
  landskap: async (page) => {
    const select = page.locator('.filter-sheet select');
    await select.focus();
    for (let key = 0; key < 4; key++) await select.press('ArrowDown', PAUSE);
  },
};
