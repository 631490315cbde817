import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { toastFailure } from '../../../platform/feedback/toast-failure';
import { useRefresh } from './use-refresh';

/** Optimistic; the refetch afterwards is authoritative. */
export function useMarkRead() {
  const { messages } = trpc.useUtils().admin.contact;
  const refresh = useRefresh();
  return trpc.admin.contact.markRead.useMutation({
    onMutate: async ({ id, is_read }) => {
      await messages.cancel();
      messages.setData(undefined, (all) =>
        all?.map((message) => (message.id === id ? { ...message, is_read: is_read === true } : message)),
      );
    },
    onError: (error) => toastFailure(error, FAILED.markMessage),
    onSettled: refresh,
  });
}
