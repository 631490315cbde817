/** True for an absolute http or https address without user name or password (D20). */
export function isWebUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    !!url && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(value) && !url.username && !url.password
  );
}

const ANYWHERE = 'https://here.invalid';

/** True for a path of this site, such as `/map?sport=OCR`, that no browser reads as leading elsewhere (D35). */
export function isOwnPath(value: string): boolean {
  // Browsers take \ for /, and leave tabs and line breaks out.
  return /^\/(?![/\\])[^\s\\]*$/.test(value) && URL.parse(value, ANYWHERE)?.origin === ANYWHERE;
}
