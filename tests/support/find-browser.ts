import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export function findBrowser(): string | undefined {
  const named = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'].map((name) =>
    Bun.which(name),
  );
  return [...named, ...PLACES].find((path): path is string => !!path && existsSync(path));
}
