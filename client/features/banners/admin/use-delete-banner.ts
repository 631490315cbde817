import type { AdminBanner } from '../../../../src/features/banners/contract';
import { unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useDeletion } from '../../../platform/use-deletion';
import { useRefreshBanners } from './use-banner-acts';

/** The removal of a banner. */
export function useDeleteBanner(onDeleted: (banner: AdminBanner) => void) {
  const utils = trpc.useUtils();
  return useDeletion<AdminBanner>({
    title: 'Ta bort banner',
    question: ({ title }) =>
      `Är du säker på att du vill ta bort bannern "${title}"? Den försvinner från startsidan.`,
    send: utils.client.admin.banners.delete.mutate,
    onDeleted,
    onFailed: (error) => toast.error(unlessUncertain(error, FAILED.deleteBanner)),
    onSettled: useRefreshBanners(),
  });
}
