import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { tellFailure } from '../../../platform/feedback/tell-failure';
import { useRefresh } from './use-refresh';

/**
 * The read mark of a message. It shows at once; the list that is fetched after it is what holds. The last of several
 * that are on their way is the one that fetches it.
 */
export function useMark() {
  const { messages } = trpc.useUtils().admin.contact;
  const refresh = useRefresh();
  return trpc.admin.contact.markRead.useMutation({
    onMutate: async ({ id, is_read }) => {
      await messages.cancel();
      messages.setData(undefined, (all) =>
        all?.map((message) => (message.id === id ? { ...message, is_read: is_read === true } : message)),
      );
    },
    onError: (error) => tellFailure(error, FAILED.markMessage),
    onSettled: refresh,
  });
}
