import { recordAction } from '#src/features/audit/service.ts';
import { addEvents } from '#src/features/events/service.ts';
import { addOrganiserOfEvent } from '#src/features/organisers/service.ts';
import type { AdminContext, BackgroundContext, Context } from '#src/platform/context.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { retentionStart } from '#src/shared/dates.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { AppError } from '#src/shared/errors.ts';
import { accountName } from '#src/shared/fields.ts';
import {
  type AdminSubmission,
  type Approval,
  DEFAULT_REJECTION_COMMENT,
  type Rejection,
  type ReviewedSubmission,
  type ReviewInput,
  type SubmissionInput,
  type SubmissionReceipt,
} from './contract.ts';
import { queueDecisionMail, queueReceiptMail } from './mails.ts';
import { duplicateKey, eventOf, reviewError } from './rules.ts';
import * as store from './store.ts';

/** Limits pending submissions, because admins read them in one list. */
const PENDING_MAX = 500;

/** `website` is a honeypot: if it is filled in, the response looks like success and nothing is stored. */
export async function submitEvent(ctx: Context, input: SubmissionInput): Promise<SubmissionReceipt> {
  const { website, ...proposal } = input;
  const submission = {
    ...proposal,
    id: Bun.randomUUIDv7(),
    status: 'pending' as const,
    submitted_at: ctx.now().toISOString(),
  };
  if (!website) {
    await ctx.database.db.transaction(async (tx) => {
      if ((await store.countPending(tx)) >= PENDING_MAX)
        throw new AppError('submission.full', { retryAfter: 3600 });
      await store.insertSubmission(tx, submission);
      await queueReceiptMail(tx, submission);
    });
  }
  return {
    ...submission,
    distances: joinDistances(submission.distances),
    message: 'Tack! Ditt lopp har skickats in för granskning.',
  };
}

const withJoinedDistances = <Row extends { distances: string[] }>(row: Row) => ({
  ...row,
  distances: joinDistances(row.distances),
});

export async function listSubmissions({ database: { db } }: Context): Promise<AdminSubmission[]> {
  const rows = await store.findSubmissions(db);
  const eventsByKey = Map.groupBy(await store.findEventsOnPendingDays(db), duplicateKey);
  return rows.map((row) => ({
    ...withJoinedDistances(row),
    duplicates: reviewError(row) ? [] : (eventsByKey.get(duplicateKey(row)) ?? []).map(withJoinedDistances),
  }));
}

/** Throws `submission.not_found`, `submission.reviewed`, and the errors of {@link eventOf}. */
export function reviewSubmission(ctx: AdminContext, input: ReviewInput): Promise<ReviewedSubmission> {
  return input.status === 'approved' ? approveSubmission(ctx, input) : rejectSubmission(ctx, input);
}

/** Also stores the edits in the submission, so that it shows what was approved. */
function approveSubmission(ctx: AdminContext, input: Approval): Promise<ReviewedSubmission> {
  const { id, status, admin_comments, invite_organiser, ...edits } = input;
  return ctx.database.db.transaction(async (tx) => {
    const proposal = await lockReviewable(tx, id);
    const event = eventOf(proposal, edits);
    const eventId = await exactlyOne(addEvents(tx, [event]));
    const { distances } = event;
    const reviewed = await decide(tx, ctx, { ...edits, distances, id, status, admin_comments });
    if (invite_organiser) await addOrganiserOfEvent(tx, ctx, eventId, accountName(proposal.submitter_email));
    return { ...reviewed, message: 'Förfrågan har godkänts.' };
  });
}

function rejectSubmission(ctx: AdminContext, input: Rejection): Promise<ReviewedSubmission> {
  return ctx.database.db.transaction(async (tx) => {
    await lockReviewable(tx, input.id);
    const reviewed = await decide(tx, ctx, {
      ...input,
      admin_comments: input.admin_comments ?? DEFAULT_REJECTION_COMMENT,
    });
    return { ...reviewed, message: 'Förfrågan har avvisats.' };
  });
}

type Decision = Omit<Approval, 'invite_organiser'> | Rejection;

/** Only the first of concurrent decisions succeeds. */
async function decide(db: Db, ctx: AdminContext, { id, ...decision }: Decision): Promise<AdminSubmission> {
  const stored = await store.storeDecision(db, id, {
    ...decision,
    reviewed_at: ctx.now().toISOString(),
    reviewed_by: ctx.admin.username,
  });
  if (!stored) throw new AppError('submission.reviewed');
  const action = decision.status === 'approved' ? 'submission.approve' : 'submission.reject';
  await recordAction(db, ctx, action, { id, name: stored.event_name });
  await queueDecisionMail(db, stored);
  return { ...withJoinedDistances(stored), duplicates: [] };
}

async function lockReviewable(db: Db, id: string): Promise<store.StoredSubmission> {
  const proposal = await store.lockSubmission(db, id);
  if (!proposal) throw new AppError('submission.not_found');
  const errorCode = reviewError(proposal);
  if (errorCode) throw new AppError(errorCode);
  return proposal;
}

/** Keeps an event made from the submission. */
export function deleteSubmission(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const name = await store.removeSubmission(tx, id);
    if (name === undefined) throw new AppError('submission.not_found');
    await recordAction(tx, ctx, 'submission.delete', { id, name });
    return { message: 'Förfrågan har tagits bort.' };
  });
}

/** Call it only with addresses whose owner has been verified: the submissions are private. */
export const findSubmissionsSentFrom = async (db: Db, emails: string[]) =>
  (await store.findSubmissionsFrom(db, emails)).map(withJoinedDistances);

export async function sweepSubmissions({ database, config, now }: BackgroundContext): Promise<void> {
  const since = retentionStart(now(), config.retentionDays);
  if (since) await store.deleteReviewedBefore(database.db, since);
}
