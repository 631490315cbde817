import { trpc } from '../../../platform/api/trpc';

/** Returns a function that refetches the messages and the counter of the tab. */
export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.contact.messages.invalidate();
    void utils.admin.admins.overview.invalidate();
  };
}
