import type { Locator, Page } from 'playwright-core';

export type PageDriver = {
  page: Page;
  press: (target: Locator) => Promise<void>;
  write: (name: string, value: string) => Promise<void>;
  choose: (name: string, index: number) => Promise<void>;
  pickSuggestion: (option: Locator) => Promise<void>;
};

const control = (page: Page, name: string) => page.locator(`[name="${name}"]:visible`).last();

export const byPointer = (page: Page): PageDriver => ({
  page,
  press: (target) => target.click(),
  write: (name, value) => control(page, name).fill(value),
  choose: async (name, index) => void (await control(page, name).selectOption({ index })),
  pickSuggestion: (option) => option.click(),
});

const MAX_TABS = 150;

/** Presses Tab until the target has focus, then Enter, letters or arrows. */
export const byKeyboard = (page: Page): PageDriver => {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}.`);
  }
  return {
    page,
    press: async (target) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    write: async (name, value) => {
      await reach(control(page, name));
      await page.keyboard.press('Control+A');
      await page.keyboard.type(value);
    },
    choose: async (name, index) => {
      await reach(control(page, name));
      for (let step = 0; step < index; step++) await page.keyboard.press('ArrowDown');
    },
    pickSuggestion: async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
};
