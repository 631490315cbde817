import { trpc } from './trpc.ts';

/**
 * Returns a function that refetches the counts of the portal's tabs. What is decided in one of them also waits in "Att
 * göra".
 */
export function useRefreshCounts(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.admins.overview.invalidate();
    void utils.admin.work.invalidate();
  };
}
