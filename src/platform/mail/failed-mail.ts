import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import { type MailContext, NotYet, type RefusalHandlers } from '#src/platform/mail.ts';
import {
  classifyFailure,
  describeFailure,
  type FailureKind,
  isPermanent,
  isRecipientRefused,
  isUnknownRecipient,
  retryDelaySeconds,
} from './failures.ts';
import type { Pause } from './pause.ts';
import { type ClaimedMail, markFailed, reschedule } from './queue.ts';

/** How long a mail waits that could not be composed because a backup is being imported. */
const RESTORE_PAUSE_SECONDS = 5;

export class NotSent extends Error {
  constructor(override readonly cause: unknown) {
    super('The mail was not sent.');
  }
}

/** `aborting` is aborted when the worker stops. */
type FailureContext = { ctx: MailContext; onRefused: RefusalHandlers; pause: Pause; aborting: AbortSignal };

/**
 * Schedules the retry of a failed mail, or marks it as failed. If the database is unavailable, the claim simply
 * expires.
 */
export async function handleFailure(
  { ctx, onRefused, pause, aborting }: FailureContext,
  claimed: ClaimedMail,
  error: unknown,
): Promise<void> {
  const { log } = ctx;
  const { db } = ctx.database;
  const isOwnError = !(error instanceof NotSent);
  const failureKind: FailureKind = isOwnError ? 'deferred' : classifyFailure(error.cause);
  const row = failureKind === 'away' ? claimed : { ...claimed, refusals: claimed.refusals + 1 };
  const logFields = { mail: row.id, kind: row.kind, attempts: row.attempts, refusals: row.refusals };
  const errorDetails = isOwnError ? { err: error } : describeFailure(error.cause);
  try {
    if (aborting.aborted) return await reschedule(db, claimed, 0);
    if (error instanceof NotYet)
      return await reschedule(db, claimed, (error.until.getTime() - ctx.now().getTime()) / 1000);
    if (error instanceof RestoreRunning) return await reschedule(db, claimed, RESTORE_PAUSE_SECONDS);
    if (failureKind === 'away') pause.begin();
    if (isPermanent(failureKind, row) || (!isOwnError && isUnknownRecipient(error.cause))) {
      // First, so that it is repeated if it fails.
      if (!isOwnError && isRecipientRefused(error.cause)) await onRefused[row.kind]?.(ctx, row.about);
      await markFailed(db, row);
      log.error(
        { ...logFields, ...errorDetails },
        'A mail failed permanently; its row stays in the outbox (see docs/operations.md).',
      );
      return;
    }
    const seconds = retryDelaySeconds(failureKind, row, Math.random());
    await reschedule(db, row, seconds);
    log.warn(
      { ...logFields, ...errorDetails, again_in_s: Math.round(seconds) },
      'A mail was not sent; it will be retried.',
    );
  } catch (err) {
    log.warn(
      { ...logFields, err },
      'The retry of a mail could not be scheduled; it is due when its claim expires.',
    );
  }
}
