// `bun run test [group ...]`: every test, group by group, each in a process of its own; the last line is the sum (D1).
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages';
import { helpIfAsked } from './help';

const ROOT = join(import.meta.dir, '..');
/** `lanes`: so many files at once, each in a process of its own: most of a journey is waiting. */
type Group = { preload?: string; needsBrowser?: boolean; lanes?: number; timeout: number };
const GROUPS: Record<string, Group> = {
  rules: { timeout: 20_000 },
  server: { timeout: 30_000 },
  client: { preload: './tests/support/happy-dom.ts', timeout: 20_000 },
  faults: { lanes: 2, timeout: 180_000 },
  trust: { timeout: 300_000 },
  browser: { needsBrowser: true, lanes: 3, timeout: 240_000 },
};

helpIfAsked(`bun run test [group ...]

Runs every test, or those of the groups named: rules, server, client, faults, trust, browser. The last line is the sum.
With CI=true a missing browser is a failure.

Exit code: 0 all passed, 1 some failed, 2 misused.`);

await ensurePackages('all');
const { buildClientIfStale } = await import('./build');
const { findBrowser } = await import('../tests/support/find-browser');

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. Groups: ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}

await buildClientIfStale();
const browser = findBrowser();
const total = { passed: 0, failed: 0 };
type Failure = { group: Group; file: string; name: string };
const failures: Failure[] = [];

for (const [name, group] of Object.entries(GROUPS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (!existsSync(join(ROOT, 'tests', name))) continue;
  if (group.needsBrowser && !browser) {
    console.log(`\n== ${name}: NOT RUN, there is no Chromium or Chrome on this machine`);
    if (process.env.CI === 'true') {
      total.failed++;
      failures.push({ group, file: name, name: 'there is no browser' });
    }
    continue;
  }
  console.log(`\n== ${name}`);
  const left = group.lanes ? filesOf(name) : [`tests/${name}/`];
  await Promise.all(
    Array.from({ length: group.lanes ?? 1 }, (_, lane) => runLane(left, group, `tests-${name}-${lane}.xml`)),
  );
}

const steady = await runAgain();
const { stopTestPostgres } = await import('../tests/support/database');
await stopTestPostgres();
// Told once more at the end: thousands of lines may stand between.
tell('Red once, and green when its file was run again by itself', steady.green);
tell('What failed', steady.red);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Runs what is left of a group, file by file, beside the other lanes; a group of one lane in one process. */
async function runLane(left: string[], group: Group, reportName: string): Promise<void> {
  for (let path = left.shift(); path; path = left.shift()) {
    const { passed, red, exit } = await runTests(path, group, reportName);
    total.passed += passed;
    failures.push(...red.map((failure) => ({ group, ...failure })));
    // A runner that died, or failed outside a test, counts as one failure.
    const isDead = red.length === 0 && exit !== 0;
    if (isDead) failures.push({ group, file: path, name: `the runner ended with ${exit}` });
    total.failed += isDead ? 1 : red.length;
  }
}

/**
 * Runs the files with failures once more, when nothing else runs: what only a machine with too much to do made red is
 * green then, and told by name; what is broken is red again.
 */
async function runAgain(): Promise<{ green: Failure[]; red: Failure[] }> {
  const again: Failure[] = [];
  const files = new Map(failures.map(({ file, group }) => [file, group]));
  for (const [file, group] of files) {
    const mine = failures.filter((failure) => failure.file === file);
    const { passed, red } = await runTests(file, group, 'tests-again.xml');
    again.push(...mine.filter(({ name }) => passed === 0 || red.some((failure) => failure.name === name)));
  }
  const green = failures.filter((failure) => !again.includes(failure));
  total.passed += green.length;
  total.failed -= green.length;
  return { green, red: again };
}

function tell(what: string, tests: Failure[]): void {
  if (tests.length === 0) return;
  console.log(`\n${what}:\n${tests.map(({ file, name }) => `  ${file}: ${name}`).join('\n')}`);
}

type Results = { passed: number; red: { file: string; name: string }[]; exit: number };

async function runTests(path: string, group: Group, reportName: string): Promise<Results> {
  const report = join(ROOT, 'dist', reportName);
  const run = Bun.spawn(
    [
      ...[process.execPath, 'test', '--timeout', String(group.timeout)],
      ...['--reporter=junit', '--reporter-outfile', report],
      ...(group.preload ? ['--preload', group.preload] : []),
      path,
    ],
    // With its words mixed into another's nobody could tell what failed: each file speaks when it is done.
    { cwd: ROOT, stdout: 'inherit', stderr: group.lanes ? 'pipe' : 'inherit', stdin: 'ignore' },
  );
  const said = run.stderr ? await new Response(run.stderr).text() : '';
  const exit = await run.exited;
  process.stderr.write(said);
  const xml = await Bun.file(report)
    .text()
    .catch(() => '');
  await Bun.file(report)
    .unlink()
    .catch(() => {});
  return { ...resultsIn(xml), exit };
}

/** The largest first: a long one that begins last would leave the other lanes idle. */
function filesOf(name: string): string[] {
  const files = [...new Bun.Glob(`tests/${name}/**/*.test.{ts,tsx}`).scanSync(ROOT)];
  const size = (file: string) => statSync(join(ROOT, file)).size;
  return files.sort((a, b) => size(b) - size(a));
}

/** What a report of Bun's, in the format of JUnit, says passed and failed. */
function resultsIn(xml: string): Omit<Results, 'exit'> {
  const counts = /<testsuites[^>]*\btests="(\d+)"[^>]*\bfailures="(\d+)"(?:[^>]*\bskipped="(\d+)")?/.exec(
    xml,
  );
  const [tests = 0, failed = 0, skipped = 0] = (counts ?? []).slice(1).map((count) => Number(count ?? 0));
  const red = [...xml.matchAll(/<testcase ([^>]*[^/])>\s*<failure/g)].map(([, attributes = '']) => {
    const attribute = (key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    return { file: attribute('file'), name: `${attribute('classname')} > ${attribute('name')}` };
  });
  return { passed: tests - failed - skipped, red };
}
