// `bun run prove [name ...] [--full]`: runs the programs of tests/trust and writes the table of their figures.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figures } from '../tests/support/proof';
import { ensurePackages } from './ensure-packages';

const ROOT = join(import.meta.dir, '..');
const TABLE = 'docs/proofs.md';
/** The figures of each program when it was last run in full, from which the table is made. */
const KEPT = 'tests/trust/figures.generated.json';
/** Milliseconds, longer than any one takes in full. */
const LIMIT = 3_600_000;
/** So many programs at a time. */
const LANES = 2;

const names = readdirSync(join(ROOT, 'tests/trust'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length))
  .sort();

const HELP = `bun run prove [NAME ...] [--full]

Runs the programs that show what the product can be trusted with, two at a time, and prints the table of their
figures; a program that fails runs once more alone, and the table says so. With --full it writes ${TABLE}; programs that did not
run keep their rows. Short forms take some minutes, and bun run test runs three of them; --full takes about half an hour.

${names.map((name) => `  ${name}`).join('\n')}

Exit code: 0 every promise was kept and every control went red, 1 not so, 2 misused.`;

const { chosen, isFull } = readWords();
await ensurePackages('all');
const { buildClientIfStale } = await import('./build');
await buildClientIfStale();

const folder = await mkdtemp(join(tmpdir(), 'lopp-prove-'));
/** What was red; and of those what was green when it was run again, alone. */
let failed: string[] = [];
const again: string[] = [];
const left = [...chosen];
await Promise.all(Array.from({ length: LANES }, runLane));
// Beside another program a machine may have been too busy for the times that are promised: alone it tells.
for (const name of failed) if (await isGreen(name)) again.push(name);
failed = failed.filter((name) => !again.includes(name));
const { stopTestPostgres } = await import('../tests/support/database');
await stopTestPostgres();

const figures = await readFigures();
console.log(`\n${tableOf(figures)}`);
if (failed.length > 0) console.log(`Not proved: ${failed.join(', ')}.`);
if (isFull) await keep(figures);
await rm(folder, { recursive: true });
process.exit(failed.length > 0 ? 1 : 0);

/** Runs what is left, one after the other, beside the other lanes: most of a program is waiting. */
async function runLane(): Promise<void> {
  for (let name = left.shift(); name; name = left.shift()) if (!(await isGreen(name))) failed.push(name);
}

async function isGreen(name: string): Promise<boolean> {
  console.log(`${name} ...`);
  await rm(figuresOf(name), { force: true });
  const run = Bun.spawn(
    [process.execPath, 'test', '--timeout', String(LIMIT), `tests/trust/${name}.test.ts`],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        PROVE: isFull ? 'full' : 'short',
        PROVE_FIGURES: figuresOf(name),
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
  const isWell = (await run.exited) === 0;
  console.log(`\n== ${name}\n${out}${err}`);
  return isWell;
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

type Row = Figures & { program: string; on: string };

function figuresOf(name: string): string {
  return join(folder, `${name}.jsonl`);
}

/** Of the programs that kept every promise and whose controls went red. */
async function readFigures(): Promise<Row[]> {
  const on = new Date().toISOString().slice(0, 10);
  const rows: Row[] = [];
  for (const program of chosen.filter((name) => !failed.includes(name))) {
    const lines = (await Bun.file(figuresOf(program)).text()).trim().split('\n');
    const told = lines.map((line) => JSON.parse(line) as Figures);
    const twice = again.includes(program) ? '; red beside another program, so run again alone' : '';
    rows.push(...told.map((row) => ({ ...row, tried: row.tried + twice, program, on })));
  }
  return rows.sort((a, b) => a.order - b.order);
}

/** Writes the table of what was shown now, and of what others have shown before. */
async function keep(figures: Row[]): Promise<void> {
  const file = Bun.file(join(ROOT, KEPT));
  const before: Row[] = (await file.exists()) ? await file.json() : [];
  const others = before.filter(({ program }) => names.includes(program) && !chosen.includes(program));
  const rows = [...figures, ...others].sort((a, b) => a.order - b.order);
  await Bun.write(file, `${JSON.stringify(rows, null, 2)}\n`);
  await Bun.write(join(ROOT, TABLE), tableOf(rows));
}

function tableOf(rows: Row[]): string {
  const cell = (text: string | number) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  const found = rows.filter((row) => row.found && row.found.length > 0);
  const missing = names.filter((name) => !rows.some(({ program }) => program === name));
  return `# What was tried, and what it showed

Written by \`bun run prove${isFull ? ' --full' : ''}\` on ${cpus().length} cores. "Broken" counts how often the promise did not hold; the last two columns what was
then taken out, and how often it did not hold without it: a zero beside which nothing goes red would say nothing.${missing.length > 0 ? ` Not shown: ${missing.join(', ')}.` : ''}

| program | on | promise | tried | broken | taken out | broken then |
| --- | --- | --- | --- | ---: | --- | ---: |
${rows.map(({ program, on, promise, tried, broken, control }) => `| ${[program, on, promise, tried, broken, control.without, control.broken].map(cell).join(' | ')} |`).join('\n')}

## What they found when they were first run

${found.map(({ promise, found = [] }) => `**${promise}**\n\n${found.map((line) => `- ${line}`).join('\n')}`).join('\n\n')}
`;
}
