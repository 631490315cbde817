import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { useRefresh } from './use-review.ts';

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
