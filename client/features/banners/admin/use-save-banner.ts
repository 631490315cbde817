import { type AdminBanner, BannerEdit, NewBanner } from '../../../../src/features/banners/contract';
import { errorCodeOf, toldBy, unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { faultsOf } from '../../../platform/forms/use-form';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { useIsHere } from '../../../ui/use-is-here';
import type { BannerInput } from './draft';
import { useRefreshBanners } from './use-banner-acts';

/**
 * Sends the banner, once at a time; keeps the dialog open when it was refused. `shown` is the banner as the dialog shows it
 * to be stored, `latest` as the list has it now; neither for a new one.
 */
export function useSaveBanner(
  { shown, latest }: { shown: AdminBanner | undefined; latest: AdminBanner | undefined },
  onClose: () => void,
) {
  const isHere = useIsHere();
  const refresh = useRefreshBanners();
  const told = (success: string) => ({
    onSuccess: () => {
      toast.success(success);
      if (isHere.current) onClose();
    },
    onError: (error: unknown) => toast.error(unlessUncertain(error, FAILED.saveBanner)),
    // Also after a failure: it may have been changed or deleted elsewhere.
    onSettled: refresh,
  });
  const creation = trpc.admin.banners.create.useMutation(told('Banner skapad!'));
  const change = trpc.admin.banners.update.useMutation(told('Banner uppdaterad!'));
  const create = useSendOnce(creation);
  const update = useSendOnce(change);
  const error = creation.error ?? change.error;
  const isOlder = shown && latest && shown.version !== latest.version;
  const theirs = errorCodeOf(error) === 'banner.changed' && isOlder ? latest : undefined;
  const targetOf = ({ id, version }: AdminBanner) => ({ id, version });

  return {
    faults: (input: BannerInput) =>
      shown ? faultsOf(BannerEdit, { ...input, ...targetOf(shown) }) : faultsOf(NewBanner, input),
    /** `over` is what is written over, when it is not what was shown. */
    save: (input: BannerInput, over = shown) =>
      over ? update({ ...input, ...targetOf(over) }) : create(input),
    isSaving: creation.isPending || change.isPending,
    /** The banner as somebody else has meanwhile made it, when that is why it was refused. */
    theirs,
    forgetTheirs: change.reset,
    // Not reached: the toast has said so.
    refusal: theirs ? '' : toldBy(error, ''),
  };
}
