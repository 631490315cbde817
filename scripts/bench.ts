// `bun run bench [NAME] [words ...]`: runs scripts/bench/NAME.ts; without a name says which there are.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages';

const BENCHES = join(import.meta.dir, 'bench');
const names = readdirSync(BENCHES)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const HELP = `bun run bench NAME [words ...]

Measures one thing and prints a table: medians, their spread, and the ratio to a known limit in the same run.
Each NAME takes --help.

${names.map((name) => `  ${name}`).join('\n')}

Exit code: 0 done, 1 failed, 2 misused.`;

const [name, ...words] = process.argv.slice(2);
if (name === '--help' || name === '-h') {
  console.log(HELP);
  process.exit(0);
}
if (!name || !names.includes(name)) {
  console.error(name ? `There is no bench ${name}.\n\n${HELP}` : HELP);
  process.exit(2);
}

await ensurePackages('all');
const run = Bun.spawn([process.execPath, join(BENCHES, `${name}.ts`), ...words], {
  stdio: ['inherit', 'inherit', 'inherit'],
});
process.exit(await run.exited);
