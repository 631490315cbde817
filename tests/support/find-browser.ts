import { existsSync } from 'node:fs';

const BROWSER_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export function findBrowser(): string | undefined {
  const installed = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'].map((name) =>
    Bun.which(name),
  );
  return [...installed, ...BROWSER_PATHS].find((path): path is string => !!path && existsSync(path));
}
