// `bun run bench [NAME] [words ...]`: runs scripts/bench/NAME.ts, `all` each of them; without a name says which there are.
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
  all   each of them, with those words

Exit code: 0 done, 1 failed, 2 misused.`;

const [name, ...words] = process.argv.slice(2);
if (name === '--help' || name === '-h') {
  console.log(HELP);
  process.exit(0);
}
if (!name || !['all', ...names].includes(name)) {
  console.error(name ? `There is no bench ${name}.\n\n${HELP}` : HELP);
  process.exit(2);
}

await ensurePackages('all');
let isStopped = false;
let running: Bun.Subprocess | undefined;
// It ends what it began, and we when it has.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    running?.kill(signal);
  });
}

let worst = 0;
for (const one of name === 'all' ? names : [name]) {
  if (isStopped) break;
  running = Bun.spawn([process.execPath, join(BENCHES, `${one}.ts`), ...words], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  const code = await running.exited;
  if (name === 'all' && code !== 0) console.error(`bench ${one} ended with ${code}.`);
  worst = Math.max(worst, code);
}
process.exit(isStopped ? 1 : worst);
