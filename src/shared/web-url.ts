/** Browsers before 2024 do not have `URL.parse`. */
export function urlOf(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
}

export function isWebUrl(value: string): boolean {
  const url = urlOf(value);
  return !!url && /^https?:\/\//i.test(value) && !url.username && !url.password;
}

const TEST_ORIGIN = 'https://here.invalid';

/** A path such as `/map?sport=OCR` that no browser resolves to another site. */
export function isOwnPath(value: string): boolean {
  // Browsers treat \ as / and ignore tabs and line breaks.
  return /^\/(?![/\\])[^\s\\]*$/.test(value) && urlOf(value, TEST_ORIGIN)?.origin === TEST_ORIGIN;
}
