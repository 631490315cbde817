import { expect, test } from 'bun:test';
import { join } from 'node:path';

const CLIENT = join(import.meta.dir, '../../client');

const ENTRIES = ['styles.css', 'portal.css'];
/** Embeds repeat some styles of the site. */
const EMBED_ENTRY = 'embed.css';
const readEntries = () => Promise.all(ENTRIES.map((name) => Bun.file(join(CLIENT, name)).text()));

test('every stylesheet of the site is imported exactly once, in styles.css or in portal.css', async () => {
  const imports = (await readEntries()).join('\n');
  const isOfSite = (name: string) => ![...ENTRIES, EMBED_ENTRY].includes(name) && !name.startsWith('embed/');
  const files = [...new Bun.Glob('**/*.css').scanSync(CLIENT)].filter(isOfSite);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => imports.split(`"./${name}"`).length !== 2)).toEqual([]);
});

const isOfPortal = (path: string) => /\/admin(-events)?\//.test(path);

/** The files that `from` imports, directly or indirectly. Admin code is excluded, because it is loaded later. */
async function importedFiles(from: string[]): Promise<Set<string>> {
  const files = new Set<string>();
  const pending = [...from];
  for (let path = pending.pop(); path; path = pending.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    const source = await Bun.file(path).text();
    for (const [, to = ''] of source.matchAll(/(?:from|import\() ?'([#.][^']+\.tsx?)'/g)) {
      const file = to.startsWith('#') ? join(CLIENT, '..', to.slice(1)) : join(path, '..', to);
      if (!isOfPortal(to) && file.startsWith(CLIENT)) pending.push(file);
    }
  }
  return files;
}

test('the entries name the same layers in the same order', async () => {
  const entries = [...(await readEntries()), await Bun.file(join(CLIENT, EMBED_ENTRY)).text()];
  expect(new Set(entries.map((entry) => /@layer [^;]+;/.exec(entry)?.[0])).size).toBe(1);
});

test('styles.css has no styles of the portal, and portal.css no styles of public components', async () => {
  const [publicEntry = '', portalEntry = ''] = await readEntries();
  const publicFiles = await importedFiles([join(CLIENT, 'main.tsx')]);
  expect(publicFiles.size).toBeGreaterThan(100);
  expect([...publicEntry.matchAll(/"([^"]*)"/g)].filter(([, name = '']) => isOfPortal(name))).toEqual([]);
  const portalFiles = [...portalEntry.matchAll(/"(.\/[^"]*)\.css"/g)].map(([, name = '']) =>
    join(CLIENT, name),
  );
  expect(portalFiles.filter((name) => publicFiles.has(`${name}.tsx`))).toEqual([]);
});

/** The value of a declaration. Selectors are excluded, because `#` starts an id there. */
const VALUE = /[\w-]+\s*:\s*([^;{}]+)(?=[;}])/g;
const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;

function literalColors(css: string): string[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)/g, '');
  return [...code.matchAll(VALUE)].map(([, value = '']) => value.trim()).filter((value) => COLOR.test(value));
}

test.each([
  ['.x { color: #ff0000; } .y { margin: 0 }', ['#ff0000']],
  ['.x { color: #f00 }', ['#f00']],
  [
    '@media (width < 10em) { .x { &:hover { border: 1px solid rgb(1 2 3 / 50%); } } }',
    ['1px solid rgb(1 2 3 / 50%)'],
  ],
  [
    '.x { background: linear-gradient(hsl(1 2% 3%), transparent); }',
    ['linear-gradient(hsl(1 2% 3%), transparent)'],
  ],
  ['#fade { color: var(--ink); } a:hover { white-space: nowrap } /* color: #fff; */', []],
])('a literal colour is found only in a property value: %s', (css, colors) => {
  expect(literalColors(css)).toEqual(colors);
});

test('only tokens.css contains literal colours', async () => {
  const violations: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    if (name === 'tokens.css') continue;
    const css = await Bun.file(join(CLIENT, name)).text();
    violations.push(...literalColors(css).map((color) => `${name}: ${color}`));
  }
  expect(violations).toEqual([]);
});

test('no media query uses an exclusive upper bound, because the bundler makes it inclusive', async () => {
  const violations: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    const css = await Bun.file(join(CLIENT, name)).text();
    for (const [query] of css.matchAll(/@media[^{]*width <(?!=)[^{]*/g)) violations.push(`${name}: ${query}`);
  }
  expect(violations).toEqual([]);
});

const BLOCK_CLASS = /\.([a-z][\w-]*)(?=[^{};"]*\{)/g;

test('every class in a stylesheet is used by the client', async () => {
  let code = '';
  for (const name of new Bun.Glob('**/*.{ts,tsx}').scanSync(CLIENT))
    code += await Bun.file(join(CLIENT, name)).text();
  // As a whole name, or composed: 'button-quiet' of `button-${kind}` and 'quiet'.
  const isUsed = (name: string) => {
    const [, stem = '', end = ''] = /^(.*-)(.*)$/.exec(name) ?? [];
    return (
      new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code) ||
      (stem !== '' && code.includes(`\`${stem}\${`) && code.includes(`'${end}'`))
    );
  };
  const unused: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    const css = (await Bun.file(join(CLIENT, name)).text()).replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, className = ''] of css.matchAll(BLOCK_CLASS))
      if (!isUsed(className)) unused.push(`${name}: .${className}`);
  }
  expect(unused).toEqual([]);
});

test('every summary has the chevron of FoldSummary', async () => {
  const withSummary: string[] = [];
  for (const name of new Bun.Glob('**/*.tsx').scanSync(CLIENT))
    if ((await Bun.file(join(CLIENT, name)).text()).includes('<summary')) withSummary.push(name);
  expect(withSummary).toEqual(['ui/fold-summary.tsx']);
});
