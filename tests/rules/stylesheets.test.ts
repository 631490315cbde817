import { expect, test } from 'bun:test';
import { join } from 'node:path';

const CLIENT = join(import.meta.dir, '../../client');

test('every stylesheet of the client is named in styles.css', async () => {
  const named = await Bun.file(join(CLIENT, 'styles.css')).text();
  const files = [...new Bun.Glob('**/*.css').scanSync(CLIENT)].filter((name) => name !== 'styles.css');
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => !named.includes(`"./${name}"`))).toEqual([]);
});

test('no component names a colour of its own: the tokens do', async () => {
  const offenders: string[] = [];
  for (const name of new Bun.Glob('**/*.css').scanSync(CLIENT)) {
    if (name === 'tokens.css') continue;
    const css = (await Bun.file(join(CLIENT, name)).text()).replace(/\/\*[\s\S]*?\*\//g, '');
    if (/#[0-9a-f]{3,8}\b(?![^{]*\{)/i.test(css)) offenders.push(name);
  }
  expect(offenders).toEqual([]);
});
