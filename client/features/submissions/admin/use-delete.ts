import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefresh } from './use-review';

const CONSEQUENCE = {
  pending: 'Den som föreslog evenemanget får inget mejl.',
  approved: 'Evenemanget står kvar i kalendern.',
  rejected: '',
};

export function useDelete(onDeleted: (submission: AdminSubmission) => void) {
  const { client } = trpc.useUtils();
  return useAction({
    confirm: ({ event_name, status }: AdminSubmission) => ({
      title: 'Ta bort förfrågan',
      question:
        `Är du säker på att du vill ta bort förfrågan om "${event_name}"? ${CONSEQUENCE[status]}`.trim(),
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.admin.submissions.delete.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.deleteSubmission,
    onSuccess: (_response, submission) => onDeleted(submission),
    refresh: useRefresh(),
  });
}
