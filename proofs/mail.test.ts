// Every mail must arrive, and its link must work, whatever the mail server, the product and the database suffer.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startKillableProduct } from '#tests/support/killable-product.ts';
import { until } from '#tests/support/process.ts';
import { isFull, reportFigures, sized } from '#tests/support/proof.ts';
import { type MailBehavior, smtpServer } from '#tests/support/smtp.ts';
import { STORM } from './mail/behaviors.ts';
import { registrations } from './mail/registrations.ts';
import { type MailReport, mailStorm } from './mail/storm.ts';

const MAILS = sized(60, 1000);
const ROUNDS = sized(6, 24);
const TIMEOUT_MS = 3_600_000;

let report: MailReport;
let control: MailReport;
beforeAll(async () => {
  const run = () => mailStorm({ mails: MAILS, rounds: ROUNDS });
  // PostgreSQL empties an unlogged table during crash recovery.
  const runControl = () =>
    mailStorm({ mails: 20, rounds: 1, prepare: (sql) => sql`alter table outbox set unlogged` });
  if (isFull) {
    report = await run();
    control = await runControl();
  } else [report, control] = await Promise.all([run(), runControl()]);
}, TIMEOUT_MS);

test(`delivers the mails of ${MAILS} registrations when the mail server fails and everything is killed`, () => {
  expect(report.lostMails).toEqual([]);
  expect(report.brokenLinks).toEqual([]);
  expect(report.registered).toBe(MAILS);
  // A mail may arrive twice only if the product died or lost the connection before it could record the delivery.
  const { behaviorCounts, unrecorded, duplicates } = report;
  expect(duplicates).toBeLessThanOrEqual((behaviorCounts['drop-after-accepting'] ?? 0) + unrecorded);
  for (const behavior of [...STORM, 'refuse-sender-451', 'hang', 'silence'] as const)
    expect([behavior, behaviorCounts[behavior] ?? 0]).not.toEqual([behavior, 0]);
});

test('control: loses mails when the outbox does not survive a crash of the database', () => {
  expect(control.lostMails.length).toBeGreaterThan(0);
});

test('SIGTERM while the mail server hangs: exits with 0 within 10 s, and sends the mail after the next start', async () => {
  let behavior: MailBehavior = 'hang';
  const smtp = smtpServer(() => behavior);
  await smtp.open();
  const product = await startKillableProduct({ SMTP_URL: smtp.url() });
  try {
    await registrations(product.url).registerOne();
    await until(async () => (smtp.behaviorCounts.hang ?? 0) > 0, 10_000);
    const startedAt = performance.now();
    expect(await product.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    behavior = 'accept';
    await product.startAgain();
    await until(async () => smtp.accepted.length === 1, 10_000);
    const isEmpty = () => product.withConnection(async (sql) => (await sql`select from outbox`).length === 0);
    await until(isEmpty, 5000);
  } finally {
    await product.stopAndRemove();
    await smtp.close();
  }
});

afterAll(() => {
  const { lostMails, brokenLinks, duplicates, unrecorded, registered, kills, behaviorCounts, seconds } =
    report;
  const behaviorList = Object.entries(behaviorCounts)
    .map(([behavior, count]) => `${behavior} ${count}`)
    .join(', ');
  reportFigures({
    order: 8,
    promise: 'No mail is lost, whatever the mail server does, even if the server or the database is killed',
    sample:
      `${registered} registrations in ${seconds} s with a mail server that refuses, hangs and drops connections (${behaviorList}), with ${kills.product} kills of the ` +
      `server and ${kills.database} of the database: ${lostMails.length} mails lost, ${duplicates} sent twice (of ${unrecorded} accepted but not yet recorded at a kill, and ${behaviorCounts['drop-after-accepting'] ?? 0} accepted before the connection was dropped), ${brokenLinks.length} links that do not work`,
    violations: lostMails.length + brokenLinks.length,
    control: {
      without: 'the write-ahead log of the outbox table (unlogged, one kill)',
      violations: control.lostMails.length,
    },
  });
});
