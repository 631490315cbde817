import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { bannerName } from '#src/features/banners/rules.ts';
import { useRefreshBanners } from './use-banner-actions.ts';

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
