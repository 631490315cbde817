import type { Theme } from '#src/shared/embeds.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const attribute = (name: string, value: string) =>
  `${name}="${value.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')}"`;

type Options = {
  /** Of the calendar, without a slash at the end. */
  origin: string;
  /** The selection of races, as `writeFilter` returns it. */
  query: string;
  /** Undefined for the visitor's own preference. */
  theme?: Theme | undefined;
};

/** The HTML that shows a selection of races on another site. Without scripts it is a link to the calendar. */
export function embedSnippet({ origin, query, theme }: Options): string {
  const script = [
    attribute('src', `${origin}/embed.js`),
    attribute('data-lopp', query),
    ...(theme ? [attribute('data-theme', theme)] : []),
  ];
  const href = attribute('href', query ? `${origin}/?${query}` : origin);
  return `<script async ${script.join(' ')}></script>\n<noscript><a ${href}>Se loppen i kalendern</a></noscript>`;
}
