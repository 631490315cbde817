import { eq } from 'drizzle-orm';
import { accounts, conversations, messages, notices, series, statements } from '#db/schema/index.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import { composers } from '#src/mails.ts';
import type { Db } from '#src/platform/database.ts';
import type { Mail, MailContext } from '#src/platform/mail.ts';
import {
  makeAccount,
  makeAdmin,
  makeAnnouncement,
  makeEvent,
  makeMessage,
  makeSubmission,
} from './content.ts';
import { makeOrganiser } from './organisers.ts';
import { type MailSample, watchMailSamples } from './watch-mail-samples.ts';

export type ComposedSample = { kind: string; variant: string; mail: Mail };

/** When the samples are mailed. */
export const SAMPLE_TIME = new Date('2027-01-15T12:00:00Z');

/** Every mail of the product, with made-up content. Needs an empty database. */
export async function composeSamples(ctx: Omit<MailContext, 'now'>): Promise<ComposedSample[]> {
  const { db } = ctx.database;
  const context = { ...ctx, now: () => SAMPLE_TIME };
  const composed: ComposedSample[] = [];
  const samples = [
    ...(await memberSamples(context)),
    ...(await organiserSamples(db)),
    ...(await watchMailSamples(db, SAMPLE_TIME)),
    await digestSample(db),
  ];
  for (const sample of samples) {
    const { kind, variant = '', about, before } = sample;
    await before?.();
    const mail = await composers[kind]?.(context, about, { attempts: 1 });
    if (!mail) throw new Error(`The sample of ${kind} ${variant} makes no mail.`);
    composed.push({ kind, variant, mail });
  }
  return composed;
}

async function digestSample(db: MailContext['database']['db']): Promise<MailSample> {
  const email = 'admin@example.com';
  const { id } = await makeAdmin(db, { email, wants_digest: true });
  return {
    kind: 'admin.digest',
    about: { admin_id: id, email },
    before: async () => {
      await makeMessage(db, { created_at: '2027-01-11T12:00:00Z' });
    },
  };
}

async function organiserSamples(db: Db): Promise<MailSample[]> {
  const [made] = await db.insert(series).values({ name: 'Skogsrundan', slug: 'skogsrundan' }).returning();
  const email = 'tavling@example.com';
  const { id } = await makeOrganiser(db, { email, series_id: made?.id, expires_at: '2028-07-15T12:00:00Z' });
  const decision = {
    email,
    proposal_id: id,
    event_name: 'Skogsrundan',
    url: '/lopp/skogsrundan/2027',
    fields: 'event_date,ort',
  };
  return [
    { kind: 'organiser.link', about: { organiser_id: id, email } },
    { kind: 'organiser.approved', about: { ...decision, admin_comments: '' } },
    {
      kind: 'organiser.rejected',
      about: { ...decision, admin_comments: 'Loppet går i Mora enligt er sida.' },
    },
  ];
}

async function memberSamples(ctx: MailContext): Promise<MailSample[]> {
  const { db } = ctx.database;
  const now = ctx.now().toISOString();
  const anna = await makeAccount(db, {
    email: 'anna@example.com',
    full_name: 'Anna Ek',
    username: 'anna.ek',
  });
  const bo = await makeAccount(db, { email: 'bo@example.com', full_name: 'Bo Ås', username: 'bo.as' });
  const { id: newId, email } = await makeAccount(db, {
    email: 'ny.medlem@example.com',
    username: 'ny.medlem',
    is_verified: false,
  });
  const race = { sport_type: 'Längdskidor', distances: ['90 km'], ort: 'Mora', landskap: 'Dalarna' };
  const event = await makeEvent(db, { ...race, event_name: 'Vasaloppet', event_date: '2027-03-07' });
  const makeAd = (row: Parameters<typeof makeAnnouncement>[1] = {}) =>
    makeAnnouncement(db, { user_id: anna.id, event_id: event.id, distance: '90 km', price: 1500, ...row });
  const [ad, reserved] = [
    await makeAd({ renewed_at: '2026-11-20T12:00:00Z' }),
    await makeAd({ reserved_for: bo.id, reserved_until: '2027-01-17T12:00:00Z' }),
  ];
  const inStatus = async (name: string, row: object) => {
    const { id } = await makeEvent(db, { ...race, event_name: name, event_date: '2027-03-07', ...row });
    await makeAd({ event_id: id });
    return { event_id: id, user_id: anna.id };
  };
  const [conversation] = await db
    .insert(conversations)
    .values({ announcement_id: ad.id, participant_id: bo.id })
    .returning();
  const conversation_id = conversation?.id ?? '';
  await db.insert(messages).values({ conversation_id, sender_id: bo.id, message_text: 'Är platsen kvar?' });
  const notice = {
    url: adPath(ad.order_number),
    announcement_id: ad.id,
    explanation: 'Platsen finns inte.',
    name: 'Karin Hedlund',
    email: 'karin@example.com',
    good_faith: true,
    created_at: now,
  };
  const decision = { decision: 'removed', decided_at: now, facts: 'Annonsen begär förskott.' } as const;
  const decided = [notice, { ...notice, ...decision }, { ...notice, ...decision, decision: 'kept' as const }];
  const noticeIds = (await db.insert(notices).values(decided).returning()).map(({ id }) => id);
  const kinds = ['ad_hidden', 'ad_deleted', 'account_suspended'] as const;
  const ofAd = { order_number: ad.order_number, event_name: 'Vasaloppet' };
  const answer = {
    objection: 'Det stämmer inte.',
    objected_at: now,
    objection_answer: 'Vi ser att du har rätt.',
  };
  const stored = await db
    .insert(statements)
    .values([
      ...kinds.map((kind) => ({
        user_id: anna.id,
        kind,
        ...(kind === 'account_suspended' ? {} : ofAd),
        facts: 'Du begärde betalt i förskott.',
        created_at: now,
      })),
      ...(['upheld', 'reversed'] as const).map((objection_decision) => ({
        user_id: anna.id,
        kind: 'ad_hidden' as const,
        ...ofAd,
        ...answer,
        created_at: now,
        objection_decision,
      })),
    ])
    .returning();
  const submission = await makeSubmission(db, {
    ...race,
    event_name: 'Skogsmilen',
    event_date: '2027-09-04',
    submitter_email: 'forslag@example.com',
  });
  const proposal = {
    submission_id: submission.id,
    email: submission.submitter_email,
    event_name: 'Skogsmilen',
    event_date: '2027-09-04',
    event_end_date: '',
    sport_type: 'Löpning',
    submitted_on: '2027-01-10',
    admin_comments: 'Vi har lagt till en länk till anmälan.',
  };
  const own = { announcement_id: reserved.id };
  return [
    { kind: 'account.verification', about: { user_id: newId } },
    { kind: 'account.resend', about: { email } },
    { kind: 'account.exists', variant: 'verified', about: { email: anna.email } },
    { kind: 'account.exists', variant: 'unverified', about: { email } },
    { kind: 'account.reset', about: { email: anna.email } },
    ...['reset_done', 'new_login', 'suspended', 'reopened'].map((name) => ({
      kind: `account.${name}`,
      about: { user_id: anna.id, at: now },
    })),
    { kind: 'announcement.reserved', about: { ...own, user_id: bo.id } },
    {
      kind: 'announcement.reservation_lapsed',
      variant: 'to the owner',
      about: { ...own, user_id: anna.id, buyer_id: bo.id },
    },
    {
      kind: 'announcement.reservation_lapsed',
      variant: 'to the buyer',
      about: { ...own, user_id: bo.id, buyer_id: bo.id },
    },
    { kind: 'announcement.reminder', about: { announcement_id: ad.id } },
    {
      kind: 'announcement.event_cancelled',
      about: await inStatus('Inställda loppet', { status: 'cancelled', status_note: 'För lite snö.' }),
    },
    {
      kind: 'announcement.event_postponed',
      about: await inStatus('Framflyttade loppet', { status: 'postponed' }),
    },
    {
      kind: 'announcement.transfer_forbidden',
      about: await inStatus('Personliga loppet', { transfer_policy: 'forbidden' }),
    },
    { kind: 'conversation.message', about: { conversation_id, receiver_id: anna.id } },
    { kind: 'notice.received', about: { notice_id: noticeIds[0] ?? '' } },
    { kind: 'notice.decided', variant: 'removed', about: { notice_id: noticeIds[1] ?? '' } },
    { kind: 'notice.decided', variant: 'kept', about: { notice_id: noticeIds[2] ?? '' } },
    ...stored.map(({ id, kind, objection_decision }) => ({
      kind: objection_decision ? 'account.objection_decided' : 'account.statement',
      variant: objection_decision ?? kind,
      about: { user_id: anna.id, statement_id: id },
    })),
    { kind: 'submission.received', about: { submission_id: submission.id } },
    { kind: 'submission.approved', about: proposal },
    { kind: 'submission.rejected', about: { ...proposal, admin_comments: 'Datumet saknas.' } },
    {
      kind: 'account.data_link',
      about: { email: bo.email },
      before: () => db.update(accounts).set({ is_suspended: true }).where(eq(accounts.id, bo.id)),
    },
  ];
}
