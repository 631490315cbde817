/**
 * Issue item 8: people register while the mail server refuses, hangs and drops, and product and database are killed: every
 * mail comes, and its link works.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startMortal } from '../support/mortal';
import { until } from '../support/process';
import { isFull, sized, tellFigures } from '../support/proof';
import { type Conduct, smtpServer } from '../support/smtp';
import { STORM } from './mail/conducts';
import { registrations } from './mail/registrations';
import { type MailReport, mailStorm } from './mail/storm';

const MAILS = sized(60, 1000);
const ROUNDS = sized(6, 24);
/** Milliseconds, longer than it takes in full. */
const LIMIT = 3_600_000;

let report: MailReport;
let control: MailReport;
beforeAll(async () => {
  const run = () => mailStorm({ mails: MAILS, rounds: ROUNDS });
  // PostgreSQL empties such a table when it comes back from a crash.
  const runControl = () =>
    mailStorm({ mails: 20, rounds: 1, before: (sql) => sql`alter table outbox set unlogged` });
  if (isFull) {
    report = await run();
    control = await runControl();
  } else [report, control] = await Promise.all([run(), runControl()]);
}, LIMIT);

test(`${MAILS} register while the mail server refuses, hangs and drops, and all is killed: no mail is lost`, () => {
  expect(report.lost).toEqual([]);
  expect(report.dead).toEqual([]);
  expect(report.registered).toBe(MAILS);
  // Only what was taken over without the product's hearing of it comes twice: it died first, or was cut off.
  const { happened, takenOver, twice } = report;
  expect(twice).toBeLessThanOrEqual((happened['drop-after-accepting'] ?? 0) + takenOver);
  for (const conduct of [...STORM, 'refuse-sender-451', 'hang', 'silence'] as const)
    expect([conduct, happened[conduct] ?? 0]).not.toEqual([conduct, 0]);
});

test('control: an outbox that does not outlive the database loses mails', () => {
  expect(control.lost.length).toBeGreaterThan(0);
});

test('SIGTERM while the mail server hangs ends the product with exit code 0 within ten seconds; the mail goes after the next start', async () => {
  let conduct: Conduct = 'hang';
  const smtp = smtpServer(() => conduct);
  await smtp.open();
  const product = await startMortal({ SMTP_URL: smtp.url() });
  try {
    await registrations(product.url).one();
    await until(async () => (smtp.happened.hang ?? 0) > 0, 10_000);
    const begun = performance.now();
    expect(await product.terminate()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
    conduct = 'accept';
    await product.startAgain();
    await until(async () => smtp.accepted.length === 1, 10_000);
    const isEmpty = () => product.withSession(async (sql) => (await sql`select from outbox`).length === 0);
    await until(isEmpty, 5000);
  } finally {
    await product.stop();
    await smtp.shut();
  }
});

afterAll(() => {
  const { lost, dead, twice, takenOver, registered, kills, happened, seconds } = report;
  const doings = Object.entries(happened)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');
  tellFigures({
    order: 8,
    promise: 'No mail is lost, whatever the mail server does and whatever dies',
    tried:
      `${registered} registrations in ${seconds} s over a mail server that refuses, hangs and drops (${doings}), with ${kills.product} kills of the ` +
      `server and ${kills.database} of the database: ${lost.length} mails lost, ${twice} sent twice (of ${takenOver} that were taken over and not yet noted at a kill, and ${happened['drop-after-accepting'] ?? 0} that were taken over and cut off), ${dead.length} links that do not work`,
    broken: lost.length + dead.length,
    control: {
      without: 'the log of the database for the outbox (unlogged), one kill',
      broken: control.lost.length,
    },
  });
});
