import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminContactMessage } from '#src/features/contact/contract.ts';
import { useRefresh } from './use-refresh.ts';

export function useDelete(onDeleted: () => void) {
  const { client } = trpc.useUtils();
  return useAction({
    confirm: ({ subject, name }: AdminContactMessage) => ({
      title: 'Ta bort meddelande',
      question: `Är du säker på att du vill ta bort meddelandet "${subject}" från ${name}?`,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.admin.contact.deleteMessage.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.deleteMessage,
    onSuccess: onDeleted,
    refresh: useRefresh(),
  });
}
