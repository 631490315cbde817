import { trpc } from '../../../platform/api/trpc';

/** Refetches what a mark or a deletion changes: the list, and the counter of the tab. */
export function useRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.contact.messages.invalidate();
    void utils.admin.admins.overview.invalidate();
  };
}
