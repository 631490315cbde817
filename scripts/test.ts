// `bun run test [group ...]`: runs all tests, group by group. The last line is the total.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ensurePackages } from './ensure-packages.ts';
import { helpIfAsked } from './help.ts';
import { keepTemporaryFilesInMemory } from './memory-dir.ts';

const ROOT = join(import.meta.dir, '..');
const REPORT = join(ROOT, 'dist/tests.xml');
const MAX_FLAKY = 2;

type Group = { only?: string[]; preload?: string; needsBrowser?: boolean; lanes: number; timeoutMs: number };
const GROUPS: Record<string, Group> = {
  rules: { lanes: 2, timeoutMs: 20_000 },
  server: { lanes: 2, timeoutMs: 60_000 },
  client: { preload: './tests/support/happy-dom.ts', lanes: 4, timeoutMs: 20_000 },
  faults: { lanes: 3, timeoutMs: 180_000 },
  // `bun run prove` runs the other programs of proofs.
  proofs: { only: ['acknowledged-writes', 'cost', 'who-may-do-what'], lanes: 2, timeoutMs: 300_000 },
  browser: { needsBrowser: true, lanes: 2, timeoutMs: 120_000 },
};

helpIfAsked(`bun run test [group ...]

Runs all tests, or those of the named groups: ${Object.keys(GROUPS).join(', ')}.
Files with failures run again, one at a time. A test that then passes is reported as flaky. More than ${MAX_FLAKY} flaky
tests are a failure. With CI=true a missing browser is a failure.

Exit codes: 0 all passed, 1 some failed, 2 misused.`);

await ensurePackages('all');
const { buildClientIfStale } = await import('./build.ts');
const { findBrowser } = await import('#tests/support/find-browser.ts');

keepTemporaryFilesInMemory();

const chosenGroups = process.argv.slice(2);
const unknownGroups = chosenGroups.filter((name) => !(name in GROUPS));
if (unknownGroups.length > 0) {
  console.error(`Unknown group: ${unknownGroups.join(', ')}. Groups: ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}

type Result = { file: string; name: string; outcome: 'passed' | 'failed' | 'skipped' };
let results: Result[] = [];
const groupOf = new Map<string, Group>();
const flaky: Result[] = [];

await buildClientIfStale();
for (const [name, group] of Object.entries(GROUPS)) {
  if (chosenGroups.length > 0 && !chosenGroups.includes(name)) continue;
  console.log(`\n== ${name}`);
  if (group.needsBrowser && !findBrowser()) {
    console.log('NOT RUN: no Chromium or Chrome was found on this machine.');
    if (process.env.CI === 'true')
      results.push({ file: `tests/${name}`, name: 'no browser found', outcome: 'failed' });
    continue;
  }
  const start = performance.now();
  const files = filesOf(name, group);
  for (const file of files) groupOf.set(file, group);
  results.push(...(await runFiles(files, group, group.lanes)));
  console.log(`== ${name}: ${Math.round((performance.now() - start) / 1000)} s`);
}

await runFailedAgain();
const { stopTestPostgres } = await import('#tests/support/database.ts');
await stopTestPostgres();

const failed = results.filter(({ outcome }) => outcome === 'failed');
for (const { file, name } of flaky) console.log(`flaky: ${file}: ${name}`);
for (const { file, name } of failed) console.log(`failed: ${file}: ${name}`);
const isTooFlaky = flaky.length > MAX_FLAKY;
if (isTooFlaky) console.log(`More than ${MAX_FLAKY} flaky tests count as one failure.`);
const passedCount = results.filter(({ outcome }) => outcome === 'passed').length;
const failureCount = failed.length + (isTooFlaky ? 1 : 0);
console.log(`\n${passedCount} passed, ${failureCount} failed`);
process.exit(failureCount === 0 && passedCount > 0 ? 0 : 1);

/** Runs each file with failures again, alone. The new results replace the old ones. */
async function runFailedAgain(): Promise<void> {
  const firstFailures = results.filter(({ outcome }) => outcome === 'failed');
  for (const file of new Set(firstFailures.map((result) => result.file))) {
    const group = groupOf.get(file);
    if (!group) continue;
    console.log(`\n== again: ${file}`);
    const newResults = await runFiles([file], group, 1);
    const failsAgain = (name: string) =>
      newResults.some((one) => one.name === name && one.outcome === 'failed');
    const isBroken = !newResults.some(({ outcome }) => outcome === 'passed');
    if (!isBroken) flaky.push(...firstFailures.filter((one) => one.file === file && !failsAgain(one.name)));
    results = [...results.filter((result) => result.file !== file), ...newResults];
  }
}

function filesOf(name: string, { only }: Group): string[] {
  const folder = name === 'proofs' ? name : `tests/${name}`;
  const files = [...new Bun.Glob(`${folder}/**/*.test.{ts,tsx}`).scanSync(ROOT)].sort();
  return only ? files.filter((file) => only.includes(basename(file, '.test.ts'))) : files;
}

async function runFiles(files: string[], group: Group, lanes: number): Promise<Result[]> {
  await rm(REPORT, { force: true });
  const run = Bun.spawn(
    [
      ...[process.execPath, 'test', '--timeout', String(group.timeoutMs)],
      ...(lanes > 1 ? [`--parallel=${lanes}`, '--no-isolate'] : []),
      ...['--reporter=junit', '--reporter-outfile', REPORT],
      ...(group.preload ? ['--preload', group.preload] : []),
      ...files.map((file) => `./${file}`),
    ],
    // Without `env`, Bun passes on the environment that this process was started with.
    { cwd: ROOT, env: { ...process.env }, stdio: ['ignore', 'inherit', 'pipe'] },
  );
  let stderrEnd = '';
  for await (const chunk of run.stderr) {
    process.stderr.write(chunk);
    stderrEnd = (stderrEnd + new TextDecoder().decode(chunk)).slice(-2000);
  }
  const exitCode = await run.exited;
  const reportedResults = existsSync(REPORT) ? readReport(await Bun.file(REPORT).text()) : [];
  const missingFiles = files.filter((file) => !reportedResults.some((result) => result.file === file));
  const failures = missingFiles.map((file) => ({ file, name: 'the file did not run' }));
  // Bun counts errors outside of tests in its last lines and does not name the file.
  const errors = Number(/^ (\d+) errors?$/m.exec(stderrEnd)?.[1] ?? 0);
  const isExplained = missingFiles.length > 0 || reportedResults.some(({ outcome }) => outcome === 'failed');
  if (errors > missingFiles.length || (exitCode !== 0 && !isExplained))
    failures.push({ file: 'bun test', name: `an error outside a test, exit code ${exitCode}` });
  return [...reportedResults, ...failures.map((failure) => ({ ...failure, outcome: 'failed' as const }))];
}

function readReport(xml: string): Result[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(\/>|>\s*<(failure|skipped))/g)].map(
    ([, attributes = '', , childTag]) => {
      const attribute = (key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      const outcome = childTag === 'failure' ? 'failed' : childTag === 'skipped' ? 'skipped' : 'passed';
      return { file: attribute('file'), name: `${attribute('classname')} > ${attribute('name')}`, outcome };
    },
  );
}
