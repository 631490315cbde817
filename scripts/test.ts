// `bun run test [group ...]`: every test, group by group, each in a process of its own; the last line is the sum (D1).
import { existsSync } from 'node:fs';
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
  faults: { timeout: 180_000 },
  trust: { timeout: 300_000 },
  browser: { needsBrowser: true, lanes: 2, timeout: 120_000 },
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
/** The names of what failed, told once more at the end: thousands of lines may stand between. */
const failures: string[] = [];

for (const [name, group] of Object.entries(GROUPS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (!existsSync(join(ROOT, 'tests', name))) continue;
  if (group.needsBrowser && !browser) {
    console.log(`\n== ${name}: NOT RUN, there is no Chromium or Chrome on this machine`);
    if (process.env.CI === 'true') {
      total.failed++;
      failures.push(`${name}: no browser`);
    }
    continue;
  }
  console.log(`\n== ${name}`);
  const left = group.lanes ? filesOf(name) : [`tests/${name}/`];
  await Promise.all(
    Array.from({ length: group.lanes ?? 1 }, (_, lane) => runLane(left, group, `tests-${name}-${lane}.xml`)),
  );
}

const { stopTestPostgres } = await import('../tests/support/database');
await stopTestPostgres();
if (failures.length > 0)
  console.log(`\nWhat failed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Runs what is left of a group, file by file, beside the other lanes; a group of one lane in one process. */
async function runLane(
  left: string[],
  { preload, timeout, lanes }: Group,
  reportName: string,
): Promise<void> {
  for (let path = left.shift(); path; path = left.shift()) {
    const report = join(ROOT, 'dist', reportName);
    const run = Bun.spawn(
      [
        ...[process.execPath, 'test', '--timeout', String(timeout)],
        ...['--reporter=junit', '--reporter-outfile', report],
        ...(preload ? ['--preload', preload] : []),
        path,
      ],
      // With its words mixed into another's nobody could tell what failed: each file speaks when it is done.
      { cwd: ROOT, stdout: 'inherit', stderr: lanes ? 'pipe' : 'inherit', stdin: 'ignore' },
    );
    const said = run.stderr ? await new Response(run.stderr).text() : '';
    const exit = await run.exited;
    process.stderr.write(said);
    const { passed, failed, names } = await resultsIn(report);
    total.passed += passed;
    // A runner that died, or failed outside a test, counts as one failure.
    total.failed += failed || (exit === 0 ? 0 : 1);
    failures.push(...names);
    if (failed === 0 && exit !== 0) failures.push(`${path}: the runner ended with ${exit}`);
  }
}

function filesOf(name: string): string[] {
  return [...new Bun.Glob(`tests/${name}/**/*.test.{ts,tsx}`).scanSync(ROOT)].sort();
}

type Results = { passed: number; failed: number; names: string[] };

/** What a report of Bun's, in the format of JUnit, counts, and what it says failed. */
async function resultsIn(report: string): Promise<Results> {
  const xml = await Bun.file(report)
    .text()
    .catch(() => '');
  const counts = /<testsuites[^>]*\btests="(\d+)"[^>]*\bfailures="(\d+)"(?:[^>]*\bskipped="(\d+)")?/.exec(
    xml,
  );
  const [tests = 0, failed = 0, skipped = 0] = (counts ?? []).slice(1).map((count) => Number(count ?? 0));
  await Bun.file(report)
    .unlink()
    .catch(() => {});
  return { passed: tests - failed - skipped, failed, names: failedIn(xml) };
}

function failedIn(xml: string): string[] {
  return [...xml.matchAll(/<testcase ([^>]*[^/])>\s*<failure/g)].map(([, attributes = '']) => {
    const [name, file] = ['name', 'file'].map(
      (key) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1],
    );
    return `${file}: ${name}`;
  });
}
