import { type ReactNode, useState } from 'react';
import type { AdminBanner } from '../../../../src/features/banners/contract';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
import { useSendOnce } from '../../../platform/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useRefreshBanners } from './use-banner-acts';

type Banner = Pick<AdminBanner, 'id' | 'title'>;

/** The removal of a banner: asks, does it, tells. `dialog` is to be rendered somewhere; `onDeleted` hears which it was. */
export function useDeleteBanner(onDeleted: (id: string) => void = () => {}): {
  ask: (banner: Banner) => void;
  dialog: ReactNode;
} {
  const [banner, setBanner] = useState<Banner>();
  const refresh = useRefreshBanners();
  const deletion = trpc.admin.banners.delete.useMutation({
    onSuccess: ({ message }, { id }) => {
      toast.success(message);
      onDeleted(id);
    },
    onError: () => toast.error(FAILED.deleteBanner),
    // Also after a failure: another admin may have been first.
    onSettled: (_answer, _error, { id }) => {
      setBanner((asked) => (asked?.id === id ? undefined : asked));
      refresh();
    },
  });
  const sendOnce = useSendOnce(deletion);
  return {
    ask: setBanner,
    dialog: (
      <ConfirmDialog
        open={banner !== undefined}
        title="Ta bort banner"
        question={`Är du säker på att du vill ta bort bannern "${banner?.title}"? Den försvinner från startsidan.`}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending && deletion.variables.id === banner?.id}
        onConfirm={() => banner && sendOnce({ id: banner.id })}
        onClose={() => setBanner(undefined)}
      />
    ),
  };
}
