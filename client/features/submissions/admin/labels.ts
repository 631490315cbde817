import type { Tone } from '#client/ui/tag.tsx';
import type { AdminSubmission, SubmissionStatus } from '#src/features/submissions/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';

/** `plural` is for the filter, `singular` for a submission. */
export const STATUS_LABELS: Record<SubmissionStatus, { plural: string; singular: string; tone: Tone }> = {
  pending: { plural: 'Väntande', singular: 'Väntande', tone: 'warn' },
  approved: { plural: 'Godkända', singular: 'Godkänd', tone: 'ok' },
  rejected: { plural: 'Avvisade', singular: 'Avvisad', tone: 'err' },
};

/** "Godkänd av vera 20 nov. 16:12"; undefined while pending. */
export function decisionOf({ status, reviewed_by, reviewed_at }: AdminSubmission): string | undefined {
  if (status === 'pending') return undefined;
  const by = reviewed_by && `av ${reviewed_by}`;
  return [STATUS_LABELS[status].singular, by, reviewed_at && formatShortMoment(reviewed_at)]
    .filter(Boolean)
    .join(' ');
}
