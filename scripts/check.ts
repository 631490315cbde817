// `bun run check`: types, lint and format, import rules, the API description, and the lock file.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages.ts';
import { helpIfAsked } from './help.ts';

const ROOT = join(import.meta.dir, '..');
helpIfAsked(`bun run check

Checks types, lint and format, import rules, the API description, and the lock file.

Exit code: 0 if all checks pass, 1 if one fails.`);

await ensurePackages('all');

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
const underBun = (file: string, ...args: string[]) => [process.execPath, '--bun', file, ...args];
const SOURCES = ['src', 'client', 'db', 'scripts', 'tests', 'proofs', 'bench'];
// Redocly's ignore file refers to this path.
const API_DESCRIPTION = 'dist/openapi.json';

const CHECKS: Record<string, string[]> = {
  // Not in .bin, where the older compiler of the API client's generator may be.
  types: underBun('node_modules/typescript/bin/tsc'),
  'lint and format': [bin('biome'), 'check', '--error-on-warnings', '.'],
  // Under Bun, because depcruise requires a newer Node than this project.
  structure: underBun(bin('depcruise'), '--config', 'scripts/import-rules.mjs', ...SOURCES),
  'API description (lint)': underBun(bin('redocly'), 'lint', API_DESCRIPTION),
};
// Redocly would otherwise report usage and look for updates.
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Returns whether it describes everything with examples. */
async function writeApiDescription(): Promise<boolean> {
  const { apiDescription } = await import('#src/api-description.ts');
  const { gapsOf } = await import('./api-description-gaps.ts');
  const description = apiDescription({ siteName: 'Loppkalendern', origin: 'https://lopp.example' });
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await Bun.write(join(ROOT, API_DESCRIPTION), JSON.stringify(description, null, 2));
  const gaps = gapsOf(description);
  console.log(`${gaps.length > 0 ? 'failed' : 'ok    '} API description (texts and examples)`);
  for (const gap of gaps) console.log(`       ${gap}`);
  if (gaps.length > 0)
    console.log('Add what is missing to the operation, or to the texts or the errors of its feature.');
  return gaps.length === 0;
}

async function runCheck(name: string, command: string[]): Promise<boolean> {
  const check = Bun.spawn(command, {
    cwd: ROOT,
    env: { ...process.env, ...OFFLINE },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(check.stdout).text(),
    new Response(check.stderr).text(),
  ]);
  const isOk = (await check.exited) === 0;
  console.log(`${isOk ? 'ok    ' : 'failed'} ${name}`);
  if (!isOk) console.log(out, err);
  return isOk;
}

const isDescribed = await writeApiDescription();
const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => runCheck(name, command)));

// A lock file that names a registry's host cannot be installed from another registry.
const namesHost = (await Bun.file(join(ROOT, 'bun.lock')).text()).includes('://');
console.log(`${namesHost ? 'failed' : 'ok    '} the lock file names no host`);
process.exit(isDescribed && results.every(Boolean) && !namesHost ? 0 : 1);
