// `bun run bench [NAME] [arguments ...]`: runs bench/NAME.ts, or all of them. Without a name lists them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages.ts';

const BENCHES = join(import.meta.dir, '../bench');
const names = readdirSync(BENCHES)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const HELP = `bun run bench NAME [arguments ...]

Runs a benchmark and prints a table: medians, their spread, and the ratio to a reference in the same run.
Each NAME takes --help.

${names.map((name) => `  ${name}`).join('\n')}
  all   all of them, with these arguments

Exit code: 0 done, 1 failed, 2 misused.`;

const [name, ...parameters] = process.argv.slice(2);
if (name === '--help' || name === '-h') {
  console.log(HELP);
  process.exit(0);
}
if (!name || !['all', ...names].includes(name)) {
  console.error(name ? `Unknown benchmark: ${name}.\n\n${HELP}` : HELP);
  process.exit(2);
}

await ensurePackages('all');
let isStopped = false;
let running: Bun.Subprocess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    running?.kill(signal);
  });
}

let worstExitCode = 0;
for (const benchName of name === 'all' ? names : [name]) {
  if (isStopped) break;
  running = Bun.spawn([process.execPath, join(BENCHES, `${benchName}.ts`), ...parameters], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  const code = await running.exited;
  if (name === 'all' && code !== 0) console.error(`bench ${benchName} failed with exit code ${code}.`);
  worstExitCode = Math.max(worstExitCode, code);
}
process.exit(isStopped ? 1 : worstExitCode);
