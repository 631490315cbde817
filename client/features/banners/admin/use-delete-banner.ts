import type { AdminBanner } from '../../../../src/features/banners/contract';
import { unlessUncertain } from '../../../platform/failures';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
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
