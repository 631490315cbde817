/**
 * Issue item 2: clients write while server and database are killed with -9 at random moments. What they were told was
 * stored is there, with its audit entry and its mail; what they were told was not is not; what they heard nothing of is
 * there whole or not at all.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isFull, sized, tellFigures } from '../support/proof';
import { brokenOf } from './acknowledged-writes/ledger';
import { lyingProxy } from './acknowledged-writes/lying-proxy';
import { type Report, storm } from './acknowledged-writes/storm';

const KILLS = sized(6, 500);
const CLIENTS = 8;
/** Operations that write, all of which the load comes to in full. */
const KINDS = 21;
/** Milliseconds, longer than it takes in full. */
const LIMIT = 3_600_000;
/** Two products at once in full: while one starts again the other has load. */
const PRODUCTS = sized(1, 2);

/** Acknowledged when it is in memory, and written long after: what PostgreSQL offers to who wants speed instead. */
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
  // In full the load has the machine for itself.
  if (isFull) {
    reports = await run();
    [loose, lied] = await controls();
  } else [reports, [loose, lied]] = await Promise.all([run(), controls()]);
}, LIMIT);

test(`${KILLS} times killed under load: every acknowledged write is there, no refused one is`, () => {
  for (const report of reports) {
    expect(report.complaints).toEqual([]);
    expect(report.isOrderWhole).toBe(true);
    // The load was what it claims to be.
    expect(report.ok).toBeGreaterThan(report.kills.database + report.kills.product);
  }
  expect(sum(reports, brokenOf)).toBe(0);
  if (isFull) expect(kinds().size).toBe(KINDS);
});

test('control: a database that acknowledges before it has written loses what it acknowledged', () => {
  expect(loose.lost.length).toBeGreaterThan(0);
});

test('control: behind a proxy that now and then tells of a success as of a failure, refused writes are there', () => {
  expect(lied.undead.length).toBeGreaterThan(0);
});

const kinds = () => new Set(reports.flatMap((report) => Object.keys(report.kinds)));

afterAll(() => {
  const [product, database] = [
    sum(reports, (one) => one.kills.product),
    sum(reports, (one) => one.kills.database),
  ];
  const seconds = Math.max(...reports.map((one) => one.seconds));
  tellFigures({
    order: 2,
    promise: 'What was acknowledged is stored with its audit entry and its mail, whatever dies',
    tried:
      `${product + database} kills with -9 (${product} of the server, ${database} of the database) in ${seconds} s under ${CLIENTS * PRODUCTS} clients ` +
      `with ${kinds().size} kinds of writes through both doors: ${sum(reports, ({ ok }) => ok)} acknowledged; ` +
      `${sum(reports, ({ unknown }) => unknown)} neither, of which ${sum(reports, ({ unknownThere }) => unknownThere)} were stored, ${sum(reports, ({ halves }) => halves.length)} by half`,
    broken: sum(reports, ({ lost, halves }) => new Set([...lost, ...halves]).size),
    control: {
      without: 'waiting until the database has written (synchronous_commit off, two kills)',
      broken: loose.lost.length,
    },
    found: [
      'Once, on a very busy machine, the start after kill -9 of the server gave up since the lock of the dead one was still held after a second: it now waits for five.',
    ],
  });
  tellFigures({
    order: 2,
    promise: 'What was refused is not stored, whatever dies',
    tried:
      `the same kills: ${sum(reports, ({ failed }) => failed)} refused; ${sum(reports, ({ uncertain }) => uncertain)} told that nobody knows, ` +
      `of which ${sum(reports, ({ uncertainThere }) => uncertainThere)} were stored: so many would have been broken, had they been told as refused`,
    broken: sum(reports, ({ undead }) => undead.length),
    control: {
      without:
        'honesty (a proxy that tells of one in ten successes as of a failure, one kill): it shows that such a write would be seen',
      broken: lied.undead.length,
    },
    found: [
      'A commit that was cut off by the death of the database was answered as a failure (500) though it was stored: 2 in the first 20 kills of the database. It is now told as what it is, neither a success nor a failure (`server.uncertain`).',
      'A transaction whose connection was cut between two of its statements was answered 500 instead of 503 with Retry-After: the error of the driver was not known as one of the database.',
    ],
  });
});
