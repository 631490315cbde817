import { afterAll, expect, mock, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { apiDescription } from '#src/api-description.ts';
import { testApp } from '#tests/support/app.ts';
import { makeEvent } from '#tests/support/content.ts';

// The generator needs the compiler API, which TypeScript 7 does not have.
mock.module('typescript', () => ({ default: require('typescript-5') }));

const ROOT_DIR = join(import.meta.dir, '../..');
const SOURCE_DIR = join(import.meta.dir, 'typed-client');

/** journey.ts has no types before the API's are generated. */
type Journey = {
  journey: (
    url: string,
    person: { tokenFromMail: (address: string) => Promise<string> },
  ) => Promise<string[]>;
};

/** Inside the repository, so that it finds the packages. */
let project = '';

await mkdir(join(ROOT_DIR, 'dist'), { recursive: true });
project = mkdtempSync(join(ROOT_DIR, 'dist/typed-client-'));
const { default: generate, astToString } = await import('openapi-typescript');
const document = apiDescription({ siteName: 'Test', origin: 'http://localhost' });
const types = astToString(await generate(JSON.stringify(document)));
await Bun.write(join(project, 'api.d.ts'), types);
await Bun.write(join(project, 'globals.d.ts'), "type ApiPaths = import('./api').paths;\n");
await Bun.write(
  join(project, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: { noUnusedLocals: false, types: [] },
    include: ['*.ts'],
  }),
);
for (const name of ['journey.ts', 'mistakes.ts'])
  await Bun.write(join(project, name), Bun.file(join(SOURCE_DIR, name)));
const app = await testApp({ mail: true });
afterAll(async () => {
  await app?.stop();
  rmSync(project, { recursive: true, force: true });
});

test('a client generated from the description compiles, and reports every wrong use as a type error', async () => {
  const tsc = Bun.spawn(
    [process.execPath, '--bun', join(ROOT_DIR, 'node_modules/typescript/bin/tsc'), '-p', project],
    {
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const output = await new Response(tsc.stdout).text();
  const errors = [...output.matchAll(/^(?:.*\/)?([\w.]+)\((\d+),\d+\): error/gm)].map(
    ([, file, line]) => `${file} ${line}`,
  );
  const expectedErrors = (await Bun.file(join(SOURCE_DIR, 'mistakes.ts')).text())
    .split('\n')
    .flatMap((line, index) => (line.includes('// WRONG') ? [`mistakes.ts ${index + 1}`] : []));
  expect([...new Set(errors)]).toEqual(expectedErrors);
  expect(expectedErrors.length).toBeGreaterThan(5);
  expect(await tsc.exited).not.toBe(0);
});

test('the generated client takes two members from registration to a conversation', async () => {
  await makeEvent(app.db);
  const { journey }: Journey = await import(join(project, 'journey.ts'));
  const messageTexts = await journey(app.url, {
    tokenFromMail: async (address) => (await app.nextMail(address)).path.split('/').at(-1) ?? '',
  });
  expect(messageTexts).toEqual(['Är platsen kvar?', 'Ja, den är din.']);
});
