import { trpc } from '#client/platform/api/trpc.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useSendOnce } from '#client/platform/forms/use-send-once.ts';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { EnteredFactor } from '#src/features/admins/factors/contract.ts';

export type Credentials = { username: string; password: string };

export function useAdminLogin(onError?: (error: unknown) => void) {
  const login = trpc.admin.admins.login.useMutation({
    onSuccess: ({ access_token }) => {
      toast.success('Login successful!');
      // Storing the session makes the login page redirect.
      storeAdmin(access_token);
    },
    ...(onError && { onError }),
  });
  const sendOnce = useSendOnce<Credentials & EnteredFactor>(login);
  return { login, sendOnce };
}
