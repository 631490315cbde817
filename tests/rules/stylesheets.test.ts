import { expect, test } from 'bun:test';
import { join } from 'node:path';

const CLIENT = join(import.meta.dir, '../../client');

const ENTRIES = ['styles.css', 'portal.css'];
const entries = () => Promise.all(ENTRIES.map((name) => Bun.file(join(CLIENT, name)).text()));

test('every stylesheet of the client is named once: in styles.css, or in portal.css', async () => {
  const named = (await entries()).join('\n');
  const files = [...new Bun.Glob('**/*.css').scanSync(CLIENT)].filter((name) => !ENTRIES.includes(name));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => named.split(`"./${name}"`).length !== 2)).toEqual([]);
});

/** The files that a file imports, and those that they import, without what is fetched later. */
async function reached(from: string[]): Promise<Set<string>> {
  const files = new Set<string>();
  const ways = [...from];
  for (let path = ways.pop(); path; path = ways.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    const source = await Bun.file(path).text();
    for (const [, to = ''] of source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
      for (const end of ['.tsx', '.ts'])
        if (!to.includes('/admin/') && (await Bun.file(join(path, '..', `${to}${end}`)).exists()))
          ways.push(join(path, '..', `${to}${end}`));
  }
  return files;
}

test('what only the portal shows has its styles in portal.css, and what a public page shows has not', async () => {
  const [ofAll = '', ofPortal = ''] = await entries();
  const layers = /@layer [^;]+;/;
  expect(layers.exec(ofPortal)?.[0]).toBe(layers.exec(ofAll)?.[0] as string);
  const shown = await reached([join(CLIENT, 'main.tsx')]);
  expect(shown.size).toBeGreaterThan(100);
  expect([...ofAll.matchAll(/"(.\/[^"]*\/admin\/[^"]*)"/g)].map(([, name]) => name)).toEqual([]);
  const late = [...ofPortal.matchAll(/"(.\/[^"]*)\.css"/g)].map(([, name = '']) => join(CLIENT, name));
  expect(late.filter((name) => shown.has(`${name}.tsx`))).toEqual([]);
});

/** What stands after a property, and nothing of selectors: there `#` is an id. */
const VALUE = /[\w-]+\s*:\s*([^;{}]+)(?=[;}])/g;
const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;

/** The values of a stylesheet that are colours of their own. */
function ownColors(css: string): string[] {
  const said = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)/g, '');
  return [...said.matchAll(VALUE)].map(([, value = '']) => value.trim()).filter((value) => COLOR.test(value));
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
])('a colour is found where it is a value: %s', (css, colors) => {
  expect(ownColors(css)).toEqual(colors);
});

test('no component names a colour of its own: the tokens do', async () => {
  const offenders: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    if (name === 'tokens.css') continue;
    const css = await Bun.file(join(CLIENT, name)).text();
    offenders.push(...ownColors(css).map((color) => `${name}: ${color}`));
  }
  expect(offenders).toEqual([]);
});

test('no media query uses an exclusive upper bound, which the bundler rounds to the bound itself', async () => {
  const offenders: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    const css = await Bun.file(join(CLIENT, name)).text();
    for (const [query] of css.matchAll(/@media[^{]*width <(?!=)[^{]*/g)) offenders.push(`${name}: ${query}`);
  }
  expect(offenders).toEqual([]);
});

const BLOCK_CLASS = /\.([a-z][\w-]*)(?=[^{};"]*\{)/g;

test('every class that a stylesheet speaks of is given to something', async () => {
  let code = '';
  for (const name of new Bun.Glob('**/*.{ts,tsx}').scanSync(CLIENT))
    code += await Bun.file(join(CLIENT, name)).text();
  // As it is, or put together: `button-${kind}` and 'quiet'.
  const isGiven = (name: string) => {
    const [, stem = '', end = ''] = /^(.*-)(.*)$/.exec(name) ?? [];
    return (
      new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code) ||
      (stem !== '' && code.includes(`\`${stem}\${`) && code.includes(`'${end}'`))
    );
  };
  const idle: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    const css = (await Bun.file(join(CLIENT, name)).text()).replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, given = ''] of css.matchAll(BLOCK_CLASS))
      if (!isGiven(given)) idle.push(`${name}: .${given}`);
  }
  expect(idle).toEqual([]);
});
