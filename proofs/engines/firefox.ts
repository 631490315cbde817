import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { type Engine, findVisible, type Tab, type Target } from './tab.ts';

const EXECUTABLE = ['firefox-esr', 'firefox'].map((name) => Bun.which(name)).find((path) => path !== null);

/** Drives Firefox by WebDriver BiDi, which needs no other program. */
export async function launchFirefox(): Promise<Engine> {
  if (!EXECUTABLE) throw new Error('No Firefox was found: sudo apt-get install -y firefox-esr');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: EXECUTABLE, headless: true });
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    close: () => browser.close(),
    async openTab(size): Promise<Tab> {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.setViewport(size);
      const look = async (target: Target) => (await page.evaluateHandle(findVisible, target)).asElement();
      const find = async (target: Target) => {
        const found = await look(target);
        if (!found) throw new Error(`${target.css} with "${target.text ?? ''}" is not visible.`);
        return found as ElementHandle<HTMLElement>;
      };
      return {
        open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
        has: async (target) => (await look(target)) !== null,
        press: async (target) => (await find(target)).click(),
        async type(target, text) {
          const element = await find(target);
          await element.evaluate((input) => (input as HTMLInputElement).select?.());
          await element.type(text);
        },
        close: () => page.close(),
      };
    },
  };
}
