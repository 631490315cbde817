import { isYoungerThan } from '#src/platform/clock/rules.ts';

/** In the order in which they must be tried: most browsers also name the ones they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Such as "Chrome på Windows". Null for programs that are not known. */
export function deviceOf(userAgent: string): string | null {
  // Longer ones are made up.
  const text = userAgent.slice(0, 500);
  const [browser, system] = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)];
  if (browser && system) return `${browser} på ${system}`;
  return browser ?? system ?? null;
}

/** How old the stored time of the last use may be. Writing it for each call would cost a commit each time. */
const LAST_USED_TOLERANCE_MS = 5 * 60_000;

export const isLastUseStale = (last_used_at: string, now: Date): boolean =>
  !isYoungerThan(last_used_at, LAST_USED_TOLERANCE_MS, now);
