import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf } from '#client/platform/forms/use-form.ts';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type AdminBanner, BannerEdit, NewBanner } from '#src/features/banners/contract.ts';
import type { BannerInput } from './draft.ts';
import { useRefreshBanners } from './use-banner-actions.ts';

/**
 * `loadedBanner` is the version in the dialog, `latestBanner` the one in the list; both are undefined for a new banner.
 */
export function useSaveBanner(
  {
    loadedBanner,
    latestBanner,
  }: { loadedBanner: AdminBanner | undefined; latestBanner: AdminBanner | undefined },
  onClose: () => void,
) {
  const isMounted = useIsMounted();
  const { client } = trpc.useUtils();
  const commonOptions = {
    failureToast: FAILED.saveBanner,
    onSuccess: () => {
      if (isMounted.current) onClose();
    },
    refresh: useRefreshBanners(),
  };
  const creation = useAction({
    ...commonOptions,
    send: (input: NewBanner) => client.admin.banners.create.mutate(input),
    successToast: 'Banner skapad!',
  });
  const update = useAction({
    ...commonOptions,
    send: (input: BannerEdit) => client.admin.banners.update.mutate(input),
    successToast: 'Banner uppdaterad!',
  });
  const error = creation.error ?? update.error;
  const isOutdated = loadedBanner && latestBanner && loadedBanner.version !== latestBanner.version;
  const conflictingBanner = errorCodeOf(error) === 'banner.changed' && isOutdated ? latestBanner : undefined;
  const keyOf = ({ id, version }: AdminBanner) => ({ id, version });

  return {
    validate: (input: BannerInput) =>
      loadedBanner
        ? fieldErrorsOf(BannerEdit, { ...input, ...keyOf(loadedBanner) })
        : fieldErrorsOf(NewBanner, input),
    /** `overwrittenBanner` is the version to overwrite, if it is not `loadedBanner`. */
    save: (input: BannerInput, overwrittenBanner = loadedBanner) =>
      overwrittenBanner ? update.start({ ...input, ...keyOf(overwrittenBanner) }) : creation.start(input),
    isSaving: creation.isPending || update.isPending,
    conflictingBanner,
    reset: () => {
      creation.reset();
      update.reset();
    },
    // If the server was not reached, the toast is enough.
    formError: conflictingBanner ? '' : errorMessage(error, ''),
  };
}
