import { trpc } from '../api/trpc';
import { forgetAdminDrafts } from '../forms/admin-drafts';
import { currentAdminToken, forgetAdmin } from './admin';

/** Logout clears the token and goes to the login (section 2), whether or not the server can be reached. */
export function useLogOutAdmin(): () => void {
  const { client } = trpc.useUtils();
  return () => {
    const token = currentAdminToken();
    client.admin.admins.logout.mutate(undefined, { context: { token } }).catch(() => {});
    forgetAdminDrafts();
    // Pages that need an admin redirect to the login.
    forgetAdmin({ byHand: true });
  };
}
