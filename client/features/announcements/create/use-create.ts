import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';

export function useCreate() {
  const utils = trpc.useUtils();
  const creation = trpc.marketplace.announcements.create.useMutation({
    // Not awaited: the redirect and error messages must not wait for a refetch.
    onSuccess: () => {
      toast.success('Annons skapad! Omdirigerar till marknadsplatsen...');
      void utils.public.announcements.list.invalidate();
      void utils.marketplace.announcements.mine.invalidate();
    },
    // The event may have passed or lost the distance since it was loaded.
    onError: () => {
      void utils.public.events.upcoming.invalidate();
      void utils.public.events.get.invalidate();
    },
  });
  return {
    creation,
    failure: creation.error ? errorMessage(creation.error, FAILED.createAnnouncement) : undefined,
  };
}
