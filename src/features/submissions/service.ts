import type { Context } from '../../platform/context';
import { joinDistances } from '../../shared/distances';
import type { SubmissionInput, SubmissionReceipt } from './contract';
import { insertSubmission } from './store';

/**
 * Puts a visitor's proposal up for review. What filled in the hidden field gets the same answer,
 * and nothing is stored (D23).
 */
export async function submitEvent(ctx: Context, input: SubmissionInput): Promise<SubmissionReceipt> {
  const { website, ...proposal } = input;
  const submission = {
    ...proposal,
    id: Bun.randomUUIDv7(),
    status: 'pending' as const,
    submitted_at: ctx.now().toISOString(),
  };
  if (!website) await insertSubmission(ctx.database.db, submission);
  return {
    ...submission,
    distances: joinDistances(submission.distances),
    message: 'Tack! Ditt evenemang har skickats in för granskning.', // D32
  };
}
