import type { Page } from 'playwright-core';
import {
  accounts,
  announcements,
  conversations,
  messages,
  notices,
  outbox,
  statements,
  submissions,
} from '#db/schema/index.ts';
import { renderMail } from '#src/platform/mail/layout.ts';
import type { MailJob } from '#src/platform/mail.ts';
import { atHour, dayInStockholm } from '#src/shared/dates.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeEvent } from '#tests/support/content.ts';
import { type ReadMail, startTestMail } from '#tests/support/mails.ts';
import { findLiveMarkup } from './dom.ts';
import type { PayloadPlanter } from './payloads.ts';
import type { Findings } from './watch.ts';
import { plantWatchMails } from './watches.ts';

export async function sendMails(
  app: TestApp,
  planter: PayloadPlanter,
  recordNumbers: readonly number[],
): Promise<ReadMail[]> {
  const { db } = app.context.database;
  // News of watches is mailed only by day.
  await app.stopMail();
  const noon = atHour(dayInStockholm(new Date()), 12);
  const mail = startTestMail({ ...app.context, now: () => noon }, app.url);
  const people = await db
    .insert(accounts)
    .values(
      recordNumbers.flatMap((one) =>
        [true, false].map((is_verified) => ({
          email: `mail${one}-${is_verified}@example.se`,
          username: planter.payloadFor(`mail.username.${is_verified}`, one),
          password_hash: 'none',
          full_name: planter.payloadFor(`mail.full_name.${is_verified}`, one),
          is_verified,
        })),
      ),
    )
    .returning();
  const verified = people.filter((one) => one.is_verified);
  const suspended = await db
    .insert(accounts)
    .values(
      recordNumbers.map((one) => ({
        email: `suspended${one}@example.se`,
        username: `suspended${one}`,
        password_hash: 'none',
        full_name: planter.payloadFor('mail.full_name.suspended', one),
        is_verified: true,
        is_suspended: true,
      })),
    )
    .returning();
  const event = await makeEvent(db, { event_name: 'Mejlloppet' });
  const ads = await db
    .insert(announcements)
    .values(
      verified.map((owner, one) => ({
        announcement_type: 'sale' as const,
        event_id: one % 2 ? null : event.id,
        event_name: planter.payloadFor('mail.ad.event_name', one),
        event_date: '2099-05-01',
        distance: planter.payloadFor('mail.ad.distance', one),
        order_number: planter.payloadFor('mail.ad.order_number', one),
        price: 5,
        user_id: owner.id,
      })),
    )
    .returning();
  const conversationRows = await db
    .insert(conversations)
    .values(
      ads.map((ad, one) => ({
        announcement_id: ad.id,
        participant_id: verified[(one + 1) % verified.length]?.id ?? '',
      })),
    )
    .returning();
  await db.insert(messages).values(
    conversationRows.map((talk) => ({
      conversation_id: talk.id,
      sender_id: talk.participant_id ?? '',
      message_text: 'Hej',
    })),
  );
  const proposals = await db
    .insert(submissions)
    .values(
      recordNumbers.map((one) => ({
        event_name: planter.payloadFor('mail.receipt.event_name', one),
        event_date: '2099-05-01',
        sport_type: 'Löpning',
        distances: [planter.payloadFor('mail.receipt.distance', one)],
        landskap: planter.payloadFor('mail.receipt.landskap', one),
        organizer: planter.payloadFor('mail.receipt.organizer', one),
        submitter_name: planter.payloadFor('mail.receipt.submitter_name', one),
        submitter_email: `receipt${one}@example.se`,
      })),
    )
    .returning();
  const decidedNotices = await db
    .insert(notices)
    .values(
      recordNumbers.map((one) => ({
        url: `/marketplace/annons/SP-${1000 + one}`,
        explanation: planter.payloadFor('mail.notice.explanation', one),
        name: planter.payloadFor('mail.notice.name', one),
        email: `notice${one}@example.se`,
        good_faith: true,
        decision: 'kept' as const,
        decided_at: '2027-01-01T00:00:00.000Z',
        ground: planter.payloadFor('mail.notice.ground', one),
        facts: planter.payloadFor('mail.notice.facts', one),
      })),
    )
    .returning();
  const memberStatements = await db
    .insert(statements)
    .values(
      suspended.map(({ id }, one) => ({
        user_id: id,
        kind: 'ad_hidden' as const,
        order_number: `SP-${1000 + one}`,
        event_name: planter.payloadFor('mail.statement.event_name', one),
        ground: planter.payloadFor('mail.statement.ground', one),
        facts: planter.payloadFor('mail.statement.facts', one),
        objection_answer: planter.payloadFor('mail.statement.answer', one),
      })),
    )
    .returning();
  const submissionMail = (one: number) => ({
    email: `proposer${one}@example.se`,
    event_name: planter.payloadFor('mail.submission.event_name', one),
    event_date: '2099-05-01',
    event_end_date: '',
    sport_type: planter.payloadFor('mail.submission.sport_type', one),
    submitted_on: '2027-01-01',
    admin_comments: planter.payloadFor('mail.submission.admin_comments', one),
  });
  const mailJobs: MailJob[] = [
    ...people.flatMap(({ id, email }): MailJob[] => [
      { kind: 'account.verification', about: { user_id: id } },
      { kind: 'account.exists', about: { email } },
      { kind: 'account.reset', about: { email } },
    ]),
    ...suspended.map(({ email }) => ({ kind: 'account.data_link', about: { email } })),
    ...conversationRows.map(({ id }, one) => ({
      kind: 'conversation.message',
      about: { conversation_id: id, receiver_id: ads[one]?.user_id ?? '' },
    })),
    ...ads.map(({ id, user_id }) => ({
      kind: 'announcement.reservation_lapsed',
      about: { announcement_id: id, user_id, buyer_id: user_id },
    })),
    ...decidedNotices.map(({ id, email }) => ({ kind: 'notice.decided', about: { notice_id: id, email } })),
    ...memberStatements.flatMap(({ id, user_id }) =>
      ['account.statement', 'account.objection_decided'].map((kind) => ({
        kind,
        about: { user_id, statement_id: id },
      })),
    ),
    ...proposals.map(({ id }) => ({ kind: 'submission.received', about: { submission_id: id } })),
    ...(await plantWatchMails(app, planter, recordNumbers)),
    ...recordNumbers.flatMap((one) => [
      { kind: 'submission.approved', about: submissionMail(one) },
      { kind: 'submission.rejected', about: submissionMail(one) },
    ]),
  ];
  await db.insert(outbox).values(mailJobs);
  for (const start = performance.now(); performance.now() - start < 300_000; await Bun.sleep(100)) {
    const [left] = await app.sql`select count(*)::int as left from outbox where failed_at is null`;
    if (left?.left === 0) break;
  }
  const [failed] = await app.sql`select count(*)::int as failed from outbox`;
  if (failed?.failed) throw new Error(`${failed.failed} mails were not sent.`);
  await mail.stop();
  return mail.all();
}

const ORDINARY_MAIL = {
  subject: 'Hej',
  preheader: 'Hej',
  paragraphs: ['Hej'],
  button: { label: 'Hej', url: 'https://lopp.example/' },
  notes: ['Hej'],
};

export const layoutsWithPayloads = (planter: PayloadPlanter, siteUrl: string): string[] =>
  [...planter.payloads.keys()].map((at) => {
    const mail = {
      ...ORDINARY_MAIL,
      to: 'a@example.se',
      name: planter.payloadFor('mail.frame.name', at),
      facts: [{ label: planter.payloadFor('mail.frame.label', at), value: 'x' }],
      notes: [planter.payloadFor('mail.frame.note', at)],
    };
    return renderMail(mail, { siteName: planter.payloadFor('mail.frame.site', at), siteUrl }).html;
  });

export function findHeaderProblems(mail: ReadMail): string[] {
  const faults: string[] = [];
  const known = [
    'from',
    'to',
    'subject',
    'message-id',
    'date',
    'mime-version',
    'content-type',
    'auto-submitted',
    'x-auto-response-suppress',
    'content-transfer-encoding',
  ];
  const ofLists = ['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'precedence'];
  const canBeStopped = /\/(bevakning\/avsluta|mejl\/stopp)\/[\w.-]+/.exec(mail.text ?? '');
  for (const { key, value } of mail.headers) {
    if (!known.includes(key) && !(canBeStopped && ofLists.includes(key))) faults.push(`a header ${key}`);
    if (key === 'list-unsubscribe' && !value.endsWith(`${canBeStopped?.[0]}>`))
      faults.push(`a header ${key} with ${value}`);
  }
  if (mail.to?.length !== 1 || mail.cc || mail.bcc)
    faults.push(`goes to ${JSON.stringify([mail.to, mail.cc, mail.bcc])}`);
  if (/[\r\n]/.test(mail.subject ?? '')) faults.push('a subject of several lines');
  if (mail.attachments.length > 0) faults.push('an attachment');
  return faults;
}

/** The page has no policy. All links must start with `siteUrl`. */
export async function checkMailMarkup(
  page: Page,
  htmls: readonly string[],
  siteUrl: string,
  findings: Findings,
): Promise<void> {
  for (const html of htmls) {
    await page.setContent(html, { waitUntil: 'domcontentloaded' });
    const { found, numbers } = await page.evaluate(findLiveMarkup, siteUrl);
    // The style of the layout may occur once.
    const styles = found.filter((line) => line.startsWith('a live style: <style>:root{color-scheme'));
    findings.live.push(
      ...found
        .filter((line) => !styles.includes(line) && !line.startsWith('a link without noopener'))
        .map((line) => `mail: ${line}`),
    );
    if (styles.length > 1) findings.live.push('mail: a second style');
    const elsewhere = await page.evaluate(
      (site) =>
        [...document.querySelectorAll<HTMLAnchorElement>('a')]
          .map(({ href }) => href)
          .filter((href) => !href.startsWith(site)),
      siteUrl,
    );
    findings.live.push(
      ...elsewhere
        .filter((href) => href !== ORDINARY_MAIL.button.url)
        .map((href) => `mail: a link to ${href.slice(0, 100)}`),
    );
    for (const number of numbers) findings.seen.add(number);
    findings.looks++;
  }
}
