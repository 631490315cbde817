import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminListItem } from '#src/features/admins/contract.ts';

export function useRemoveAdmin() {
  const utils = trpc.useUtils();
  return useAction({
    confirm: ({ username, is_self }: AdminListItem) => ({
      title: is_self ? 'Ta bort ditt konto' : 'Ta bort administratör',
      about: username,
      question: is_self
        ? 'Du loggas ut och kan inte logga in igen.'
        : 'Administratören loggas ut överallt och kan inte logga in igen.',
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => utils.client.admin.admins.delete.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.removeAdmin,
    refresh: () => {
      void utils.admin.admins.list.invalidate();
      void utils.admin.sessions.list.invalidate();
      // Logs out an admin who removed their own account.
      void utils.admin.admins.verify.invalidate();
    },
  });
}
