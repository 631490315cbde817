/** Parses a URL. Returns undefined if it is invalid. Browsers before 2024 do not have `URL.parse`. */
export function urlOf(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
}

/** Returns whether the text is an absolute http(s) URL without user name and password. */
export function isWebUrl(value: string): boolean {
  const url = urlOf(value);
  return !!url && /^https?:\/\//i.test(value) && !url.username && !url.password;
}

const TEST_ORIGIN = 'https://here.invalid';

/**
 * Returns whether the text is a path on this site, such as `/map?sport=OCR`, that no browser resolves to another site.
 */
export function isOwnPath(value: string): boolean {
  // Browsers treat \ as / and ignore tabs and line breaks.
  return /^\/(?![/\\])[^\s\\]*$/.test(value) && urlOf(value, TEST_ORIGIN)?.origin === TEST_ORIGIN;
}
