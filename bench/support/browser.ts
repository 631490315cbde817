import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const BROWSER_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Throws if no browser is installed. */
export function browserPath(): string {
  const path = [Bun.which('chromium'), Bun.which('google-chrome'), ...BROWSER_PATHS].find(
    (one) => one && existsSync(one),
  );
  if (!path) throw new Error('No Chromium or Chrome was found on this machine.');
  return path;
}

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: browserPath(), args: FLAGS });

export const CPU_SLOWDOWN = 4;
/** Bytes per second; the latency is the round-trip time in milliseconds. */
export const LINE = { down: 1.6e6 / 8, up: 750e3 / 8, latency: 150 };

export async function slowPhone(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'sv-SE',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, close: () => context.close() };
}
