import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefresh } from './use-refresh';

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
