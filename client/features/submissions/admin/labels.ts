import type { AdminSubmission, SubmissionStatus } from '../../../../src/features/submissions/contract';
import { formatShortMoment } from '../../../../src/shared/instants';
import type { Tone } from '../../../ui/tag';

/** `many` in the filter, `one` on the submission. */
export const STATES: Record<SubmissionStatus, { many: string; one: string; tone: Tone }> = {
  pending: { many: 'Väntande', one: 'Väntande', tone: 'warn' },
  approved: { many: 'Godkända', one: 'Godkänd', tone: 'ok' },
  rejected: { many: 'Avvisade', one: 'Avvisad', tone: 'err' },
};

/** "Godkänd av vera 20 nov. 16:12"; undefined while pending. */
export function decisionOf({ status, reviewed_by, reviewed_at }: AdminSubmission): string | undefined {
  if (status === 'pending') return undefined;
  const by = reviewed_by && `av ${reviewed_by}`;
  return [STATES[status].one, by, reviewed_at && formatShortMoment(reviewed_at)].filter(Boolean).join(' ');
}
