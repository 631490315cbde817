type Node = { '@type': string; [property: string]: unknown };

/** Throws if the page has no JSON-LD. */
export function structuredDataIn(page: string): { '@context': string; '@graph': Node[] } {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
}
