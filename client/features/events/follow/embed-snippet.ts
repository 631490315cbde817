import type { Theme } from '#src/shared/embeds.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const attribute = (name: string, value: string) =>
  `${name}="${value.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')}"`;

/** A selection of races, as `writeFilter` returns it, or the start places of a race. */
export type Embedded = { query: string } | { slug: string };

type Options = {
  /** Of the calendar, without a slash at the end. */
  origin: string;
  /** Undefined for the visitor's own preference. */
  theme?: Theme | undefined;
};

/** The HTML that shows it on another site. Without scripts it is a link to the page that has it. */
export function embedSnippet(embedded: Embedded, { origin, theme }: Options): string {
  const [data, path, text] =
    'slug' in embedded
      ? [attribute('data-startplatser', embedded.slug), `/lopp/${embedded.slug}`, 'Se startplatserna']
      : [
          attribute('data-lopp', embedded.query),
          embedded.query && `/?${embedded.query}`,
          'Se loppen i kalendern',
        ];
  const script = [
    attribute('src', `${origin}/embed.js`),
    data,
    ...(theme ? [attribute('data-theme', theme)] : []),
  ];
  return `<script async ${script.join(' ')}></script>\n<noscript><a ${attribute('href', `${origin}${path}`)}>${text}</a></noscript>`;
}
