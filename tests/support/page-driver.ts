import type { Locator, Page } from 'playwright-core';

/** Ways to operate a page: by pointer, or by keyboard only. */
export type PageDriver = {
  page: Page;
  /** Activates a button or a link. */
  press: (target: Locator) => Promise<void>;
  /** Replaces the value of the form control with this name. */
  write: (name: string, value: string) => Promise<void>;
  /** Selects the option with this index in a native select. */
  choose: (name: string, index: number) => Promise<void>;
  /** Chooses a suggestion of the combobox that was just typed into. */
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

const TABS_MOST = 150;

/** Uses keys only: Tab until the target has focus, then Enter, letters or arrows. */
export const byKeyboard = (page: Page): PageDriver => {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < TABS_MOST; tabs++) {
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
