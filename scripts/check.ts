// `bun run check`: types, lint and format, the import rules of the house, a clean lock file.
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages';
import { helpIfAsked } from './help';

const ROOT = join(import.meta.dir, '..');
helpIfAsked(`bun run check

Types, lint and format, the import rules of the house, a clean lock file.

Exit code: 0 all in order, 1 something is not.`);

await ensurePackages('all');

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
const SOURCES = ['src', 'client', 'db', 'scripts', 'tests'];
const CHECKS: Record<string, string[]> = {
  types: [process.execPath, '--bun', bin('tsc')],
  'lint and format': [bin('biome'), 'check', '--error-on-warnings', '.'],
  // Under Bun: the tool asks for a newer Node than this project does.
  structure: [
    process.execPath,
    '--bun',
    bin('depcruise'),
    '--config',
    'scripts/import-rules.mjs',
    ...SOURCES,
  ],
};

let failed = 0;
for (const [name, command] of Object.entries(CHECKS)) {
  const run = Bun.spawn(command, { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' });
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  const ok = (await run.exited) === 0;
  console.log(`${ok ? 'ok    ' : 'failed'} ${name}`);
  if (ok) continue;
  failed++;
  console.log(out, err);
}

// A lock file that names a registry's host installs nowhere else.
const namesHost = (await Bun.file(join(ROOT, 'bun.lock')).text()).includes('://');
console.log(`${namesHost ? 'failed' : 'ok    '} the lock file names no host`);
process.exit(failed || namesHost ? 1 : 0);
