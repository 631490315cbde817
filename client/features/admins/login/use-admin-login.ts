import type { EnteredFactor } from '../../../../src/features/admins/factors/contract';
import { trpc } from '../../../platform/api/trpc';
import { toast } from '../../../platform/feedback/toast';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { storeAdmin } from '../../../platform/session/admin';

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
