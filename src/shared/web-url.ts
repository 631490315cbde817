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

/** A domain with at least one dot and without a user name, and what follows it: `siljansloppet.se/anmalan`. */
const BARE_ADDRESS =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}(?::\d{1,5})?(?:[/?#].*)?$/u;

/** People type `siljansloppet.se`. Text that is not a bare web address is returned unchanged. */
export const withScheme = (value: string): string => (BARE_ADDRESS.test(value) ? `https://${value}` : value);

const TEST_ORIGIN = 'https://here.invalid';

/** A path such as `/map?sport=OCR` that no browser resolves to another site. */
export function isOwnPath(value: string): boolean {
  // Browsers treat \ as / and ignore tabs and line breaks.
  return /^\/(?![/\\])[^\s\\]*$/.test(value) && urlOf(value, TEST_ORIGIN)?.origin === TEST_ORIGIN;
}
