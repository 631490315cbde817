import { toldBy } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';

/** The sending of a new ad; `failure` is what the server said against it, else the sentence of section 8. */
export function useCreate() {
  const utils = trpc.useUtils();
  const creation = trpc.marketplace.announcements.create.useMutation({
    // What is fetched anew is not waited for: the redirect and the sentence of a failure come at once.
    onSuccess: () => {
      toast.success('Annons skapad! Omdirigerar till marknadsplatsen...');
      void utils.public.announcements.list.invalidate();
      void utils.marketplace.announcements.mine.invalidate();
    },
    // The event may have passed, or lost the distance, since it was loaded.
    onError: () => void utils.public.events.list.invalidate(),
  });
  return {
    creation,
    failure: creation.error ? toldBy(creation.error, FAILED.createAnnouncement) : undefined,
  };
}
