/** An address, or undefined when it is none; `URL.parse` is not in browsers before 2024. */
export function urlOf(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
}

/** True for an absolute http or https address without user name or password (D20). */
export function isWebUrl(value: string): boolean {
  const url = urlOf(value);
  return !!url && /^https?:\/\//i.test(value) && !url.username && !url.password;
}

const ANYWHERE = 'https://here.invalid';

/** True for a path of this site, such as `/map?sport=OCR`, that no browser reads as leading elsewhere (D35). */
export function isOwnPath(value: string): boolean {
  // Browsers take \ for /, and leave tabs and line breaks out.
  return /^\/(?![/\\])[^\s\\]*$/.test(value) && urlOf(value, ANYWHERE)?.origin === ANYWHERE;
}
