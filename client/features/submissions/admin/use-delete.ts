import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { useDeletion } from '../../../platform/use-deletion';
import { tellFailure, useRefresh } from './use-review';

const WHAT_THEN = {
  pending: 'Den som föreslog evenemanget får inget mejl.',
  approved: 'Evenemanget står kvar i kalendern.',
  rejected: '',
};

/** The removal of a proposal. */
export function useDelete(onDeleted: (submission: AdminSubmission) => void) {
  const utils = trpc.useUtils();
  return useDeletion<AdminSubmission>({
    title: 'Ta bort förfrågan',
    question: ({ event_name, status }) =>
      `Är du säker på att du vill ta bort förfrågan om "${event_name}"? ${WHAT_THEN[status]}`.trim(),
    send: utils.client.admin.submissions.delete.mutate,
    onDeleted,
    onFailed: (error) => tellFailure(error, FAILED.deleteSubmission),
    onSettled: useRefresh(),
  });
}
