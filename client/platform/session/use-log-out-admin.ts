import { trpc } from '#client/platform/api/trpc.ts';
import { forgetAdminDrafts } from '#client/platform/forms/admin-drafts.ts';
import { currentAdminToken, forgetAdmin } from './admin.ts';

/** Logs out at once, even if the server cannot be reached. */
export function useLogOutAdmin(): () => void {
  const { client } = trpc.useUtils();
  return () => {
    const token = currentAdminToken();
    client.admin.admins.logout.mutate(undefined, { context: { token } }).catch(() => {});
    forgetAdminDrafts();
    // Pages that need an admin redirect to the login.
    forgetAdmin({ isLogout: true });
  };
}
