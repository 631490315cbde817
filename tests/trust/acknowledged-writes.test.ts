/**
 * Clients write while the server and the database are killed with SIGKILL at random moments. Acknowledged writes must
 * be stored with their audit entry and mail, refused writes must not be stored, and writes without a response must be
 * stored completely or not at all.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isFull, reportFigures, sized } from '../support/proof';
import { violationsOf } from './acknowledged-writes/ledger';
import { lyingProxy } from './acknowledged-writes/lying-proxy';
import { type Report, storm } from './acknowledged-writes/storm';

const KILLS = sized(6, 500);
const CLIENTS = 8;
/** Every write operation, so that the full load must succeed with each at least once. */
const KINDS = 21;
const TIMEOUT_MS = 3_600_000;
/** Two at once in the full form: one has load while the other restarts. */
const PRODUCTS = sized(1, 2);

/** PostgreSQL settings that acknowledge a commit before it is written to disk. */
const LOOSE = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };

const sum = (reports: Report[], of: (report: Report) => number) =>
  reports.reduce((total, report) => total + of(report), 0);

const each = { kills: KILLS / PRODUCTS, clients: CLIENTS, members: sized(1500, 12_000) };
const control = { clients: CLIENTS, members: 800 };

let reports: Report[] = [];
let loose: Report;
let lied: Report;
beforeAll(async () => {
  const run = () => Promise.all(Array.from({ length: PRODUCTS }, () => storm(each)));
  const controls = () =>
    Promise.all([
      storm({ ...control, kills: 2, settings: LOOSE, what: () => 'database' }),
      storm({ ...control, kills: 1, between: lyingProxy }),
    ]);
  // The full load runs without the controls, to have the machine for itself.
  if (isFull) {
    reports = await run();
    [loose, lied] = await controls();
  } else [reports, [loose, lied]] = await Promise.all([run(), controls()]);
}, TIMEOUT_MS);

test(`stores every acknowledged write and no refused one when ${KILLS} kills interrupt the load`, () => {
  for (const report of reports) {
    expect(report.complaints).toEqual([]);
    expect(report.isOrderWhole).toBe(true);
    expect(report.ok).toBeGreaterThan(report.kills.database + report.kills.product);
  }
  expect(sum(reports, violationsOf)).toBe(0);
  if (isFull) expect(kinds().size).toBe(KINDS);
});

test('control: loses acknowledged writes when the database acknowledges commits before it writes them', () => {
  expect(loose.lost.length).toBeGreaterThan(0);
});

test('control: finds stored writes that a proxy reported as failed', () => {
  expect(lied.storedAnyway.length).toBeGreaterThan(0);
});

const kinds = () => new Set(reports.flatMap((report) => Object.keys(report.kinds)));

afterAll(() => {
  const [product, database] = [
    sum(reports, (one) => one.kills.product),
    sum(reports, (one) => one.kills.database),
  ];
  const seconds = Math.max(...reports.map((one) => one.seconds));
  reportFigures({
    order: 2,
    promise:
      'Acknowledged writes are stored with their audit entry and mail, even if the server or the database is killed',
    sample:
      `${product + database} kills with SIGKILL (${product} of the server, ${database} of the database) in ${seconds} s under ${CLIENTS * PRODUCTS} clients ` +
      `with ${kinds().size} kinds of writes over both transports: ${sum(reports, ({ ok }) => ok)} acknowledged; ` +
      `${sum(reports, ({ unknown }) => unknown)} without a response or uncertain, of which ${sum(reports, ({ unknownStored }) => unknownStored)} were stored, ${sum(reports, ({ partial }) => partial.length)} partly`,
    violations: sum(reports, ({ lost, partial }) => new Set([...lost, ...partial]).size),
    control: {
      without: 'waiting for the write to disk (synchronous_commit off, two kills)',
      violations: loose.lost.length,
    },
    found: [
      'Once, on a very busy machine, the server did not start after SIGKILL because the lock of the killed process was still held after 1 s. The start now waits 5 s for it.',
    ],
  });
  reportFigures({
    order: 2,
    promise: 'Refused writes are not stored, even if the server or the database is killed',
    sample:
      `the same kills: ${sum(reports, ({ failed }) => failed)} refused; ${sum(reports, ({ uncertain }) => uncertain)} returned server.uncertain, ` +
      `of which ${sum(reports, ({ uncertainStored }) => uncertainStored)} were stored and would be violations if they had been reported as refused`,
    violations: sum(reports, ({ storedAnyway }) => storedAnyway.length),
    control: {
      without:
        'honest responses (a proxy reports one in ten successes as a failure, one kill), which shows that the program detects such writes',
      violations: lied.storedAnyway.length,
    },
    found: [
      'A commit that was interrupted by the death of the database returned 500 although it was stored: 2 in the first 20 kills of the database. It now returns `server.uncertain`, which means neither success nor failure.',
      'A transaction whose connection was cut between two statements returned 500 instead of 503 with Retry-After, because the driver error was not recognized as a database error.',
    ],
  });
});
