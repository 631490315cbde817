import type { AdminBanner } from '../../../../src/features/banners/contract';
import { bannerName } from '../../../../src/features/banners/rules';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useAction } from '../../../ui/use-action';
import { useRefreshBanners } from './use-banner-actions';

export function useDeleteBanner(onDeleted: (banner: AdminBanner) => void) {
  const { client } = trpc.useUtils();
  return useAction({
    confirm: (banner: AdminBanner) => ({
      title: 'Ta bort banner',
      question: `Är du säker på att du vill ta bort bannern "${bannerName(banner)}"? Den försvinner från startsidan.`,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.admin.banners.delete.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.deleteBanner,
    onSuccess: (_response, banner) => onDeleted(banner),
    refresh: useRefreshBanners(),
  });
}
