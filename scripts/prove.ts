// `bun run prove [name ...] [--full]`: runs the programs of proofs and writes the table of their results.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figures } from '#tests/support/proof.ts';
import { ensurePackages } from './ensure-packages.ts';
import { keepTemporaryFilesInMemory } from './memory-dir.ts';

const ROOT = join(import.meta.dir, '..');
const TABLE = 'docs/proofs.md';
const RESULTS = 'proofs/figures.generated.json';
/** Longer than any program takes with `--full`. */
const TIMEOUT_MS = 3_600_000;
const PARALLEL_PROGRAMS = 2;
/** It needs browsers that few machines have. */
const ON_REQUEST = 'engines';

const names = readdirSync(join(ROOT, 'proofs'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length))
  .sort();

const HELP = `bun run prove [NAME ...] [--full]

Runs the programs of proofs, two at a time, and prints a table of their results. A program that fails runs once
more alone, and the table says so. With --full it writes ${TABLE} and keeps the rows of programs that did not run.
The short form takes a few minutes (bun run test includes three of its programs), --full about two hours.
${ON_REQUEST} runs only when it is named: it needs firefox-esr, webkit2gtk-driver and xvfb.

${names.map((name) => `  ${name}`).join('\n')}

Exit codes: 0 no violations and every negative control failed, 1 otherwise, 2 wrong usage.`;

const { chosenPrograms, isFull } = readArguments();
await ensurePackages('all');
const { buildClientIfStale } = await import('./build.ts');
await buildClientIfStale();

keepTemporaryFilesInMemory();
const folder = await mkdtemp(join(tmpdir(), 'lopp-prove-'));
let failed: string[] = [];
const passedAlone: string[] = [];
const queue = [...chosenPrograms];
await Promise.all(Array.from({ length: PARALLEL_PROGRAMS }, runLane));
// Two programs at once can make the machine too slow for the promised times, so a failed program runs again alone.
for (const name of failed) if (await runProgram(name)) passedAlone.push(name);
failed = failed.filter((name) => !passedAlone.includes(name));
const { stopTestPostgres } = await import('#tests/support/database.ts');
await stopTestPostgres();

const figures = await readFigures();
console.log(`\n${tableOf(figures)}`);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
if (isFull) await saveFigures(figures);
await rm(folder, { recursive: true });
process.exit(failed.length > 0 ? 1 : 0);

/** Programs mostly wait, so several lanes fit one machine. */
async function runLane(): Promise<void> {
  for (let name = queue.shift(); name; name = queue.shift()) if (!(await runProgram(name))) failed.push(name);
}

async function runProgram(name: string): Promise<boolean> {
  console.log(`${name} ...`);
  await rm(figuresFileOf(name), { force: true });
  // A single program shows its progress.
  const stdout = chosenPrograms.length === 1 ? 'inherit' : 'pipe';
  const run = Bun.spawn(
    [process.execPath, 'test', '--timeout', String(TIMEOUT_MS), `proofs/${name}.test.ts`],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        PROVE: isFull ? 'full' : 'short',
        PROVE_FIGURES: figuresFileOf(name),
        // With CI set, a missing browser or database is a failure instead of a skipped test.
        CI: 'true',
      },
      stdin: 'ignore',
      stdout,
      stderr: stdout,
    },
  );
  // The outputs of two programs must not mix, so print each as a whole.
  const [out, err] = await Promise.all([run.stdout, run.stderr].map((stream) => new Response(stream).text()));
  const hasPassed = (await run.exited) === 0;
  if (stdout === 'pipe') console.log(`\n== ${name}\n${out}${err}`);
  return hasPassed;
}

function readArguments(): { chosenPrograms: string[]; isFull: boolean } {
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
    console.error(`Unknown argument: ${unknown.join(', ')}.\n\n${HELP}`);
    process.exit(2);
  }
  return {
    chosenPrograms: names.filter((name) =>
      positionals.length > 0 ? positionals.includes(name) : name !== ON_REQUEST,
    ),
    isFull: values.full === true,
  };
}

type Row = Figures & { program: string; on: string };

function figuresFileOf(name: string): string {
  return join(folder, `${name}.jsonl`);
}

async function readFigures(): Promise<Row[]> {
  const on = new Date().toISOString().slice(0, 10);
  const rows: Row[] = [];
  for (const program of chosenPrograms.filter((name) => !failed.includes(name))) {
    const lines = (await Bun.file(figuresFileOf(program)).text()).trim().split('\n');
    const results = lines.map((line) => JSON.parse(line) as Figures);
    const note = passedAlone.includes(program)
      ? '; failed next to another program, passed when run alone'
      : '';
    rows.push(...results.map((row) => ({ ...row, sample: row.sample + note, program, on })));
  }
  return rows.sort((a, b) => a.order - b.order);
}

/** Keeps the stored results of programs that did not run. */
async function saveFigures(figures: Row[]): Promise<void> {
  const file = Bun.file(join(ROOT, RESULTS));
  const storedRows: Row[] = (await file.exists()) ? await file.json() : [];
  const otherRows = storedRows.filter(
    ({ program }) => names.includes(program) && !chosenPrograms.includes(program),
  );
  const rows = [...figures, ...otherRows].sort((a, b) => a.order - b.order);
  await Bun.write(file, `${JSON.stringify(rows, null, 2)}\n`);
  await Bun.write(join(ROOT, TABLE), tableOf(rows));
}

function tableOf(rows: Row[]): string {
  const cell = (text: string | number) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rowsWithBugs = rows.filter((row) => row.found && row.found.length > 0);
  const missingPrograms = names.filter((name) => !rows.some(({ program }) => program === name));
  return `# Proofs

Written by \`bun run prove${isFull ? ' --full' : ''}\` on ${cpus().length} cores. Each program tries to break one promise. "Violations" counts how often
the promise did not hold. The last column is the negative control: the violations of the same program without its safeguard. Zero
violations only count if the program finds some then.${missingPrograms.length > 0 ? ` Not run: ${missingPrograms.join(', ')}.` : ''}

| program | date | promise | violations | without the safeguard |
| --- | --- | --- | ---: | --- |
${rows.map(({ program, on, promise, violations, control }) => `| ${[`[${program}](#${program})`, on, promise, violations, control.violations].map(cell).join(' | ')} |`).join('\n')}

## What they tried

${[...Map.groupBy(rows, ({ program }) => program)].map(detailsOf).join('\n\n')}

## Bugs found by these programs

${rowsWithBugs.map(({ promise, found = [] }) => `**${promise}**\n\n${found.map((line) => `- ${line}`).join('\n')}`).join('\n\n')}
`;
}

function detailsOf([program, rows]: [string, Row[]]): string {
  const parts = rows.map(({ promise, sample, control }) =>
    [
      `**${promise.replace(/\.$/, '')}.** Tried:\n`,
      // A semicolon in parentheses separates nothing.
      ...sample.split(/; (?![^(]*\))/).map((part) => `- ${part}`),
      `- violations without ${control.without}: ${control.violations}`,
    ].join('\n'),
  );
  return `### ${program}\n\n${parts.join('\n\n')}`;
}
