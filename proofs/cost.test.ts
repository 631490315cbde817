import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import { isFull, reportFigures } from '#tests/support/proof.ts';
import type { Case } from './cost/case.ts';
import { fileCases } from './cost/files.ts';
import { describeForeign, type ForeignDelay, measureForeign } from './cost/foreign.ts';
import { inputCases } from './cost/inputs.ts';
import { batchCases, bodyCases, byteByByteCases, headerAndUrlCases } from './cost/requests.ts';
import {
  describeDelay,
  excessiveDelays,
  longestPerOperation,
  MAX_DELAY_MS,
  measure,
  type Outcome,
} from './cost/run.ts';
import {
  type AttackReport,
  attackWithSearches,
  describeAttack,
  excessivePhases,
  MAX_READ_P99_MS,
} from './cost/searches.ts';
import { startWatcher } from './cost/watch.ts';
import { startProcess } from './fuzz/process.ts';
import { targetsOf } from './fuzz/targets.ts';
import { makeWorld } from './fuzz/world.ts';

/** `COST_ONLY=<pattern>` runs only the cases whose operation and input match. */
const ONLY_CASES = new RegExp(process.env.COST_ONLY ?? '');
const WITHOUT_BUDGET_FILE = join(import.meta.dir, 'cost/without-budget.ts');
const IN_PROCESS_FILE = join(import.meta.dir, 'cost/in-process.ts');
const WITHOUT_LIMITS_FILE = join(import.meta.dir, 'cost/without-limits.ts');
/** Smaller bodies than the limit allows, because each call with the largest takes a minute. */
const CONTROL_OPTIONS = { size: 90_000, maxExcessiveDelays: 2, maxMeasurements: 1 };

type Report = { outcome: Outcome; memory: { idle: number; peak: number } };

async function runOn(
  environment: Record<string, string>,
  isChosen: (one: Case) => boolean,
  { size, ...options }: { size?: number; maxExcessiveDelays?: number; maxMeasurements?: number } = {},
): Promise<Report> {
  const product = await startProcess(environment);
  const watcher = startWatcher(product.url, product.pid);
  try {
    const description = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as ApiDescription;
    const targets = targetsOf(description);
    const cases = [
      ...targets.flatMap((target) => inputCases(target, size)),
      ...headerAndUrlCases(),
      ...batchCases(targets),
      ...bodyCases(targets),
      ...byteByByteCases(),
      ...fileCases(),
    ].filter(isChosen);
    const system = {
      url: product.url,
      makeWorld: () => makeWorld(product.database, 'https://lopp.example/lopp.csv'),
      clearLimits: () => product.database.sql`delete from rate_limits`,
    };
    await watcher.readAndReset();
    const idle = product.memory().now;
    const outcome = await measure(system, watcher, cases, options);
    return { outcome, memory: { idle, peak: product.memory().peak } };
  } finally {
    await watcher.stop();
    await product.stop();
  }
}

let report: Report | undefined;
let control: Report | undefined;
const startedAt = performance.now();

test('no call delays the others by more than 100 ms', async () => {
  const isChosen = ({ name, label, isInShortForm }: Case) =>
    (isFull || isInShortForm === true) && ONLY_CASES.test(`${name} ${label}`);
  report = await runOn({}, isChosen);
  console.log(longestPerOperation(report.outcome, 10).map(describeDelay).join('\n'));
  const excessive = excessiveDelays(report.outcome);
  if (excessive.length > 0) console.log(`Excessive delays:\n${excessive.map(describeDelay).join('\n')}`);
  expect(excessive.length).toBe(0);
}, 3_600_000);

test('control: finds delays without the limits on request bodies', async () => {
  const isCostly = ({ name, label }: Case) =>
    name === 'public.submissions.submit' && /^list of .* as additional_fields, REST/.test(label);
  control = await runOn({ BUN_OPTIONS: `--preload=${WITHOUT_LIMITS_FILE}` }, isCostly, CONTROL_OPTIONS);
  expect(excessiveDelays(control.outcome).length).toBeGreaterThan(0);
}, 600_000);

let foreign: ForeignDelay[] | undefined;
let foreignControl: ForeignDelay[] | undefined;
const excessiveForeign = (delays: readonly ForeignDelay[]) => delays.filter(({ ms }) => ms > MAX_DELAY_MS);

test('no content of other sites delays the others by more than 100 ms', async () => {
  foreign = await measureForeign({});
  expect(excessiveForeign(foreign)).toEqual([]);
}, 600_000);

test('control: finds delays when the server itself reads it', async () => {
  foreignControl = await measureForeign({ BUN_OPTIONS: `--preload=${IN_PROCESS_FILE}` }, (name) =>
    /20,000|long texts/.test(name),
  );
  expect(excessiveForeign(foreignControl).length).toBeGreaterThan(0);
}, 600_000);

afterAll(() => {
  if (!foreign || !foreignControl) return;
  reportFigures({
    order: 7,
    promise: `No content of other sites delays visitors by more than ${MAX_DELAY_MS} ms`,
    sample: `sources and robots.txt of the largest size: ${describeForeign(foreign)}`,
    violations: excessiveForeign(foreign).length,
    control: { without: 'the reader process', violations: excessiveForeign(foreignControl).length },
  });
});

let attack: AttackReport | undefined;
let attackControl: AttackReport | undefined;

test('searches of few and many clients keep nobody waiting', async () => {
  attack = await attackWithSearches({});
  console.log(describeAttack(attack));
  for (const { p99 } of attack.phases) expect(p99).toBeLessThanOrEqual(MAX_READ_P99_MS);
}, 600_000);

test('control: finds delays without the budget for pages and feeds', async () => {
  attackControl = await attackWithSearches({ BUN_OPTIONS: `--preload=${WITHOUT_BUDGET_FILE}` });
  console.log(describeAttack(attackControl));
  expect(excessivePhases(attackControl)).toBeGreaterThan(0);
}, 600_000);

afterAll(() => {
  if (!attack || !attackControl) return;
  reportFigures({
    order: 7,
    promise: `Searches and feeds of few or many clients delay cached reads of others by at most ${MAX_READ_P99_MS} ms (99th percentile)`,
    sample: describeAttack(attack),
    violations: excessivePhases(attack),
    control: { without: 'charging processor time', violations: excessivePhases(attackControl) },
  });
});

afterAll(() => {
  if (!report || !control) return;
  const { outcome, memory } = report;
  const statuses = [...outcome.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status || 'connection closed'}`);
  reportFigures({
    order: 7,
    promise: `No single request delays other visitors by more than ${MAX_DELAY_MS} ms`,
    sample:
      `${outcome.count} worst cases of every input, file, batch, header and query, up to the size limits, as visitor, member and admin (${statuses.join(', ')}) ` +
      `in ${Math.round((performance.now() - startedAt) / 1000)} s; the longest delays: ${longestPerOperation(outcome, 10).map(describeDelay).join('; ')}; ` +
      `memory ${memory.peak} MB at most, ${memory.idle} MB idle`,
    violations: excessiveDelays(outcome).length,
    control: {
      without: 'the limits on lists, texts and JSON, and stopping at the first validation issue',
      violations: excessiveDelays(control.outcome).length,
    },
  });
});
