/**
 * Clients write through two instances while the primary is killed with SIGKILL and its standby is promoted.
 * Acknowledged writes must be stored, and both instances must accept writes again by themselves.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { countViolations } from './acknowledged-writes/ledger.ts';
import { failOverUnderLoad, type Report } from './failover/run.ts';
import { runsClusterTests } from './support/postgres-cluster.ts';

const FAILOVERS = sized(2, 20);
const WELL_WITHIN_SECONDS = 10;
const TIMEOUT_MS = 3_600_000;

let report: Report;
let withoutWaiting: Report;
if (runsClusterTests)
  beforeAll(async () => {
    report = await failOverUnderLoad({ failovers: FAILOVERS, members: sized(1500, 12_000) });
    withoutWaiting = await failOverUnderLoad({ failovers: 1, members: 800, isSynchronous: false });
  }, TIMEOUT_MS);

const testOnCluster = test.if(runsClusterTests);

testOnCluster(
  `stores every acknowledged write and no refused one in ${FAILOVERS} failovers under load`,
  () => {
    expect(report.violationDescriptions).toEqual([]);
    expect(countViolations(report)).toBe(0);
    expect(report.ok).toBeGreaterThan(FAILOVERS * 20);
  },
);

testOnCluster('both instances accept writes within 10 s, and notify each other again', () => {
  expect(report.secondsUntilWell.filter((seconds) => seconds > WELL_WITHIN_SECONDS)).toEqual([]);
  expect(report.secondsUntilListening.filter((seconds) => seconds > WELL_WITHIN_SECONDS)).toEqual([]);
});

testOnCluster('control: loses acknowledged writes when commits do not wait for the standby', () => {
  expect(withoutWaiting.lost.length).toBeGreaterThan(0);
});

const shown = (seconds: readonly number[]) => {
  const sorted = seconds.toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} s in the median, ${sorted.at(-1)?.toFixed(1)} s at most`;
};

afterAll(() => {
  if (!report || !withoutWaiting) return;
  const { ok, failed, unknown, unknownStored, lost, secondsUntilWell, secondsUntilListening, kinds } = report;
  const late = [...secondsUntilWell, ...secondsUntilListening].filter((one) => one > WELL_WITHIN_SECONDS);
  reportFigures({
    order: 17,
    promise:
      'Acknowledged writes survive the death of the primary database, and two instances go on with its standby within 10 s by themselves',
    sample:
      `${FAILOVERS} failovers between two PostgreSQL servers (SIGKILL, then promotion; synchronous commit) under 8 clients of two instances with ${Object.keys(kinds).length} kinds of writes: ` +
      `${ok} acknowledged, ${lost.length} lost; ${failed} refused; ${unknown} without a response or uncertain, of which ${unknownStored} were stored; ` +
      `writes accepted again after ${shown(secondsUntilWell)}, changes seen on the other instance after ${shown(secondsUntilListening)}`,
    violations: countViolations(report) + late.length,
    control: {
      without: 'waiting for the standby (asynchronous replication that lags for a second, one failover)',
      violations: withoutWaiting.lost.length,
    },
  });
});
