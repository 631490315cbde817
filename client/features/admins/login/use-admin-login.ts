import { trpc } from '#client/platform/api/trpc.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { storeAdmin } from '#client/platform/session/admin.ts';

export type Credentials = { username: string; password: string };

export function useAdminLogin(onError?: (error: unknown) => void) {
  return trpc.admin.admins.login.useMutation({
    onSuccess: ({ access_token }) => {
      toast.success('Login successful!');
      // Storing the session makes the login page redirect.
      storeAdmin(access_token);
    },
    ...(onError && { onError }),
  });
}
