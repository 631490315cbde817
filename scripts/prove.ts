// `bun run prove [name ...] [--full]`: runs the programs of tests/trust and writes the table of their figures.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figures } from '../tests/support/proof';
import { ensurePackages } from './ensure-packages';

const ROOT = join(import.meta.dir, '..');
const TABLE = 'PROOF.md';
/** Milliseconds, longer than any one takes in full. */
const LIMIT = 3_600_000;
/** So many programs at a time. */
const LANES = 2;

const names = readdirSync(join(ROOT, 'tests/trust'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length))
  .sort();

const HELP = `bun run prove [NAME ...] [--full]

Runs the programs that show what the product can be trusted with, prints their figures, and, when all of them
were run, writes ${TABLE}. Short forms take some minutes and run with the tests too; --full takes about an hour.

${names.map((name) => `  ${name}`).join('\n')}

Exit code: 0 every promise was kept and every control went red, 1 not so, 2 misused.`;

const { chosen, isFull } = readWords();
await ensurePackages('all');
const { buildClientIfStale } = await import('./build');
await buildClientIfStale();

const folder = await mkdtemp(join(tmpdir(), 'lopp-prove-'));
const begun = performance.now();
const failed: string[] = [];
const left = [...chosen];
await Promise.all(Array.from({ length: LANES }, runLane));
const { stopTestPostgres } = await import('../tests/support/database');
await stopTestPostgres();

const table = tableOf(await readFigures());
console.log(`\n${table}`);
if (failed.length > 0) console.log(`Not proved: ${failed.join(', ')}.`);
else if (chosen.length === names.length) await Bun.write(join(ROOT, TABLE), table);
else console.log(`${TABLE} is written when all of them are run.`);
await rm(folder, { recursive: true });
process.exit(failed.length > 0 ? 1 : 0);

/** Runs what is left, one after the other, beside the other lanes: most of a program is waiting. */
async function runLane(): Promise<void> {
  for (let name = left.shift(); name; name = left.shift()) {
    console.log(`${name} ...`);
    const run = Bun.spawn(
      [process.execPath, 'test', '--timeout', String(LIMIT), `tests/trust/${name}.test.ts`],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          PROVE: isFull ? 'full' : 'short',
          PROVE_FIGURES: join(folder, 'figures.jsonl'),
          // Nothing may be left out because something is missing on this machine.
          CI: 'true',
        },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      },
    );
    // Each speaks when it is done, so that its words are not mixed into another's.
    const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
    if ((await run.exited) !== 0) failed.push(name);
    console.log(`\n== ${name}\n${out}${err}`);
  }
}

function readWords(): { chosen: string[]; isFull: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { help: { type: 'boolean', short: 'h' }, full: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const unknown = [
    ...positionals.filter((name) => !names.includes(name)),
    ...Object.keys(values).filter((flag) => flag !== 'full'),
  ];
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}.\n\n${HELP}`);
    process.exit(2);
  }
  return {
    chosen: positionals.length > 0 ? names.filter((name) => positionals.includes(name)) : names,
    isFull: values.full === true,
  };
}

async function readFigures(): Promise<Figures[]> {
  const file = Bun.file(join(folder, 'figures.jsonl'));
  const lines = (await file.exists()) ? (await file.text()).trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as Figures).sort((a, b) => a.order - b.order);
}

function tableOf(rows: Figures[]): string {
  const minutes = Math.ceil((performance.now() - begun) / 60_000);
  const cell = (text: string | number) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  const found = rows.filter((row) => row.found && row.found.length > 0);
  return `# What was tried, and what it showed

Written by \`bun run prove${isFull ? ' --full' : ''}\`: ${minutes} min on ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}. "Broken" counts how often
the promise did not hold; the last two columns what was then taken out, and how often it did not hold without it: a zero
beside which nothing goes red would say nothing.

| promise | tried | broken | taken out | broken then |
| --- | --- | ---: | --- | ---: |
${rows.map(({ promise, tried, broken, control }) => `| ${[promise, tried, broken, control.without, control.broken].map(cell).join(' | ')} |`).join('\n')}

## What they found when they were first run

${found.map(({ promise, found = [] }) => `**${promise}**\n\n${found.map((line) => `- ${line}`).join('\n')}`).join('\n\n')}
`;
}
