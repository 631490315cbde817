import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastFailure } from '#client/platform/feedback/toast-failure.ts';
import { useRefresh } from './use-refresh.ts';

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
