import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ApiDescription } from '../../src/platform/openapi';
import { isFull, reportFigures } from '../support/proof';
import type { Case } from './cost/case';
import { fileCases } from './cost/files';
import { inputCases } from './cost/inputs';
import { batchCases, bodyCases, headCases, pieceCases } from './cost/requests';
import { DELAY_MOST, describeDelay, measure, type Outcome, tooLong, worst } from './cost/run';
import { startWatcher } from './cost/watch';
import { startProcess } from './fuzz/process';
import { targetsOf } from './fuzz/targets';
import { makeWorld } from './fuzz/world';

/** `COST_ONLY=<pattern>` runs only the cases whose operation and input match. */
const ONLY = new RegExp(process.env.COST_ONLY ?? '');
const WITHOUT = join(import.meta.dir, 'cost/without-limits.ts');
/** Smaller bodies than the limit allows, because each call with the largest takes a minute. */
const CONTROL = { size: 90_000, most: 2, times: 1 };

type Report = { outcome: Outcome; memory: { idle: number; peak: number } };

async function runOn(
  environment: Record<string, string>,
  choose: (one: Case) => boolean,
  { size, ...options }: { size?: number; most?: number; times?: number } = {},
): Promise<Report> {
  const product = await startProcess(environment);
  const watcher = startWatcher(product.url, product.pid);
  try {
    const description = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as ApiDescription;
    const targets = targetsOf(description);
    const cases = [
      ...targets.flatMap((target) => inputCases(target, size)),
      ...headCases(),
      ...batchCases(targets),
      ...bodyCases(targets),
      ...pieceCases(),
      ...fileCases(),
    ].filter(choose);
    const place = {
      url: product.url,
      makeWorld: () => makeWorld(product.database),
      clearLimits: () => product.database.sql`delete from rate_limits`,
    };
    await watcher.read();
    const idle = product.memory().now;
    const outcome = await measure(place, watcher, cases, options);
    return { outcome, memory: { idle, peak: product.memory().peak } };
  } finally {
    await watcher.stop();
    await product.stop();
  }
}

let report: Report | undefined;
let control: Report | undefined;
const begun = performance.now();

test('no call delays the others by more than 100 ms', async () => {
  const isChosen = ({ name, of, isShort }: Case) =>
    (isFull || isShort === true) && ONLY.test(`${name} ${of}`);
  report = await runOn({}, isChosen);
  console.log(worst(report.outcome, 10).map(describeDelay).join('\n'));
  const bad = tooLong(report.outcome);
  if (bad.length > 0) console.log(`Too long:\n${bad.map(describeDelay).join('\n')}`);
  expect(bad.length).toBe(0);
}, 3_600_000);

test('control: finds delays without the limits on request bodies', async () => {
  const isCostly = ({ name, of }: Case) =>
    name === 'public.submissions.submit' && /^list of .* as additional_fields, REST/.test(of);
  control = await runOn({ BUN_OPTIONS: `--preload=${WITHOUT}` }, isCostly, CONTROL);
  expect(tooLong(control.outcome).length).toBeGreaterThan(0);
}, 600_000);

afterAll(() => {
  if (!report || !control) return;
  const { outcome, memory } = report;
  const statuses = [...outcome.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status || 'connection closed'}`);
  reportFigures({
    order: 7,
    promise: `No single request delays other visitors by more than ${DELAY_MOST} ms`,
    sample:
      `${outcome.count} worst cases of every input, file, batch, header and query, up to the size limits, as visitor, member and admin (${statuses.join(', ')}) ` +
      `in ${Math.round((performance.now() - begun) / 1000)} s; the longest delays: ${worst(outcome, 10).map(describeDelay).join('; ')}; ` +
      `memory ${memory.peak} MB at most, ${memory.idle} MB idle`,
    violations: tooLong(outcome).length,
    control: {
      without: 'the limits on lists, texts and JSON, and stopping at the first validation issue',
      violations: tooLong(control.outcome).length,
    },
  });
});
