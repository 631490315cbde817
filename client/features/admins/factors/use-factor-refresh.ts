import { trpc } from '#client/platform/api/trpc.ts';

/** After a change of the caller's factors. */
export function useFactorRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.factors.get.invalidate();
    void utils.admin.admins.verify.invalidate();
    void utils.admin.admins.list.invalidate();
    // The first factor ends the other sessions.
    void utils.admin.sessions.list.invalidate();
  };
}
