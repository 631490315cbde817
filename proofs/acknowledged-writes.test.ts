/**
 * Clients write while the server and the database are killed with SIGKILL at random moments. Acknowledged writes must
 * be stored with their audit entry and mail, refused writes must not be stored, and writes without a response must be
 * stored completely or not at all.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isFull, reportFigures, sized } from '#tests/support/proof.ts';
import { countViolations } from './acknowledged-writes/ledger.ts';
import { lyingProxy } from './acknowledged-writes/lying-proxy.ts';
import { type Report, storm } from './acknowledged-writes/storm.ts';

const KILLS = sized(6, 500);
const CLIENTS = 8;
/** All operations that write. In the full form, each must succeed at least once. */
const WRITE_KIND_COUNT = 21;
const TIMEOUT_MS = 3_600_000;
/** Two at once in the full form: one has load while the other restarts. */
const PRODUCTS = sized(1, 2);

/** PostgreSQL settings that acknowledge a commit before it is written to disk. */
const ASYNC_COMMIT_SETTINGS = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
};

const total = (reports: Report[], count: (report: Report) => number) =>
  reports.reduce((sum, report) => sum + count(report), 0);

const runOptions = { kills: KILLS / PRODUCTS, clients: CLIENTS, members: sized(1500, 12_000) };
const controlOptions = { clients: CLIENTS, members: 800 };

let reports: Report[] = [];
let asyncCommitReport: Report;
let lyingProxyReport: Report;
beforeAll(async () => {
  const run = () => Promise.all(Array.from({ length: PRODUCTS }, () => storm(runOptions)));
  const controls = () =>
    Promise.all([
      storm({
        ...controlOptions,
        kills: 2,
        postgresSettings: ASYNC_COMMIT_SETTINGS,
        chooseTarget: () => 'database',
      }),
      storm({ ...controlOptions, kills: 1, startProxy: lyingProxy }),
    ]);
  // The full load runs without the controls, to have the machine for itself.
  if (isFull) {
    reports = await run();
    [asyncCommitReport, lyingProxyReport] = await controls();
  } else [reports, [asyncCommitReport, lyingProxyReport]] = await Promise.all([run(), controls()]);
}, TIMEOUT_MS);

test(`stores every acknowledged write and no refused one when ${KILLS} kills interrupt the load`, () => {
  for (const report of reports) {
    expect(report.violationDescriptions).toEqual([]);
    expect(report.isBannerOrderComplete).toBe(true);
    expect(report.ok).toBeGreaterThan(report.kills.database + report.kills.product);
  }
  expect(total(reports, countViolations)).toBe(0);
  if (isFull) expect(acknowledgedKinds().size).toBe(WRITE_KIND_COUNT);
});

test('control: loses acknowledged writes when the database acknowledges commits before it writes them', () => {
  expect(asyncCommitReport.lost.length).toBeGreaterThan(0);
});

test('control: finds stored writes that a proxy reported as failed', () => {
  expect(lyingProxyReport.storedAnyway.length).toBeGreaterThan(0);
});

const acknowledgedKinds = () => new Set(reports.flatMap((report) => Object.keys(report.kinds)));

afterAll(() => {
  const [product, database] = [
    total(reports, (one) => one.kills.product),
    total(reports, (one) => one.kills.database),
  ];
  const seconds = Math.max(...reports.map((one) => one.seconds));
  reportFigures({
    order: 2,
    promise:
      'Acknowledged writes are stored with their audit entry and mail, even if the server or the database is killed',
    sample:
      `${product + database} kills with SIGKILL (${product} of the server, ${database} of the database) in ${seconds} s under ${CLIENTS * PRODUCTS} clients ` +
      `with ${acknowledgedKinds().size} kinds of writes over both transports: ${total(reports, ({ ok }) => ok)} acknowledged; ` +
      `${total(reports, ({ unknown }) => unknown)} without a response or uncertain, of which ${total(reports, ({ unknownStored }) => unknownStored)} were stored, ${total(reports, ({ partial }) => partial.length)} partly`,
    violations: total(reports, ({ lost, partial }) => new Set([...lost, ...partial]).size),
    control: {
      without: 'waiting for the write to disk (synchronous_commit off, two kills)',
      violations: asyncCommitReport.lost.length,
    },
    found: [
      'Once, on a very busy machine, the server did not start after SIGKILL because the lock of the killed process was still held after 1 s. The start now waits 5 s for it.',
    ],
  });
  reportFigures({
    order: 2,
    promise: 'Refused writes are not stored, even if the server or the database is killed',
    sample:
      `the same kills: ${total(reports, ({ failed }) => failed)} refused; ${total(reports, ({ uncertain }) => uncertain)} returned server.uncertain, ` +
      `of which ${total(reports, ({ uncertainStored }) => uncertainStored)} were stored and would be violations if they had been reported as refused`,
    violations: total(reports, ({ storedAnyway }) => storedAnyway.length),
    control: {
      without: 'correct error responses: a proxy reports one in ten successes as a failure (one kill)',
      violations: lyingProxyReport.storedAnyway.length,
    },
    found: [
      'A commit that was interrupted by the death of the database returned 500 although it was stored: 2 in the first 20 kills of the database. It now returns `server.uncertain`, which means neither success nor failure.',
      'A transaction whose connection was cut between two statements returned 500 instead of 503 with Retry-After, because the driver error was not recognized as a database error.',
    ],
  });
});
