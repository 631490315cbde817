import { expect, test } from 'bun:test';
import { embedSnippet } from '#client/features/events/follow/embed-snippet.ts';
import { NO_FILTER } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const decode = (text: string) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** The attributes of each element, as a browser reads them. */
async function elementsOf(html: string) {
  const elements: Record<string, Record<string, string>> = {};
  const rewriter = new HTMLRewriter().on('*', {
    element({ tagName, attributes }) {
      elements[tagName] = Object.fromEntries(
        [...attributes].map(([name = '', value = '']) => [name, decode(value)]),
      );
    },
  });
  // A browser without scripts ignores these tags, this parser their content.
  await rewriter.transform(new Response(html.replace(/<\/?noscript>/g, ''))).text();
  return elements;
}

const origin = 'https://lopp.example';

test('the snippet loads the script with the selection, and links to the calendar without scripts', async () => {
  const query = writeFilter({ ...NO_FILTER, sport: 'Löpning', landskap: 'Skåne' });
  expect(await elementsOf(embedSnippet({ query }, { origin, theme: 'dark' }))).toEqual({
    script: { async: '', src: `${origin}/embed.js`, 'data-lopp': query, 'data-theme': 'dark' },
    a: { href: `${origin}/?${query}` },
  });
});

test('the snippet has no theme for the visitor’s own preference, and no query for the whole calendar', () => {
  expect(embedSnippet({ query: '' }, { origin })).toBe(
    `<script async src="${origin}/embed.js" data-lopp=""></script>\n` +
      `<noscript><a href="${origin}">Se loppen i kalendern</a></noscript>`,
  );
});

test.each([`"><script>alert(1)</script>`, `q=a&lt;b&landskap=x`, `'onload=x`, '<!--'])(
  'the snippet keeps the query %s inside its attributes',
  async (query) => {
    const { script, a, ...others } = await elementsOf(embedSnippet({ query }, { origin }));
    expect([script?.['data-lopp'], a?.href]).toEqual([query, `${origin}/?${query}`]);
    expect(Object.keys({ ...script, ...a })).toEqual(['async', 'src', 'data-lopp', 'href']);
    expect(others).toEqual({});
  },
);
