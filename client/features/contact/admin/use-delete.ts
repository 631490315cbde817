import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { useDeletion } from '../../../platform/use-deletion';
import { tellFailure, useRefresh } from './use-refresh';

/** The removal of a message. */
export function useDelete(onDeleted: (message: AdminContactMessage) => void) {
  const utils = trpc.useUtils();
  return useDeletion<AdminContactMessage>({
    title: 'Ta bort meddelande',
    question: ({ subject, name }) =>
      `Är du säker på att du vill ta bort meddelandet "${subject}" från ${name}?`,
    send: utils.client.admin.contact.deleteMessage.mutate,
    onDeleted,
    onFailed: (error) => tellFailure(error, FAILED.deleteMessage),
    onSettled: useRefresh(),
  });
}
