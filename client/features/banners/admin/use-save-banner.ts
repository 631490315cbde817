import { type AdminBanner, BannerEdit, NewBanner } from '../../../../src/features/banners/contract';
import { errorCodeOf, errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { fieldErrorsOf } from '../../../platform/forms/use-form';
import { useAction } from '../../../ui/use-action';
import { useIsMounted } from '../../../ui/use-is-mounted';
import type { BannerInput } from './draft';
import { useRefreshBanners } from './use-banner-actions';

/** `shown` is the version in the dialog, `latest` the one in the list; both are undefined for a new banner. */
export function useSaveBanner(
  { shown, latest }: { shown: AdminBanner | undefined; latest: AdminBanner | undefined },
  onClose: () => void,
) {
  const isMounted = useIsMounted();
  const { client } = trpc.useUtils();
  const shared = {
    failureToast: FAILED.saveBanner,
    onSuccess: () => {
      if (isMounted.current) onClose();
    },
    refresh: useRefreshBanners(),
  };
  const creation = useAction({
    ...shared,
    send: (input: NewBanner) => client.admin.banners.create.mutate(input),
    successToast: 'Banner skapad!',
  });
  const change = useAction({
    ...shared,
    send: (input: BannerEdit) => client.admin.banners.update.mutate(input),
    successToast: 'Banner uppdaterad!',
  });
  const error = creation.error ?? change.error;
  const isOlder = shown && latest && shown.version !== latest.version;
  const theirs = errorCodeOf(error) === 'banner.changed' && isOlder ? latest : undefined;
  const targetOf = ({ id, version }: AdminBanner) => ({ id, version });

  return {
    faults: (input: BannerInput) =>
      shown ? fieldErrorsOf(BannerEdit, { ...input, ...targetOf(shown) }) : fieldErrorsOf(NewBanner, input),
    /** `over` is the version to overwrite, if it is not `shown`. */
    save: (input: BannerInput, over = shown) =>
      over ? change.start({ ...input, ...targetOf(over) }) : creation.start(input),
    isSaving: creation.isPending || change.isPending,
    theirs,
    forgetTheirs: change.forgetError,
    // If the server was not reached, the toast is enough.
    refusal: theirs ? '' : errorMessage(error, ''),
  };
}
