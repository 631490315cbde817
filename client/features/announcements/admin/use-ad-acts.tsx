import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminAnnouncement } from '../../../../src/features/announcements/admin/contract';
import { toggleFault } from '../../../../src/features/announcements/rules';
import { unlessUncertain } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useMarketChanged } from '../../accounts/admin/use-market-changed';

export type AdAct = {
  id: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

/** What an admin may do with an ad (section 4). `dialog` is to be rendered somewhere; `onDeleted` is told which is gone. */
export function useAdActs(onDeleted?: (id: string) => void) {
  const [asked, setAsked] = useState<AdminAnnouncement>();
  const changed = useMarketChanged();
  const toggle = trpc.admin.announcements.setActive.useMutation({
    onSuccess: (ad) => toast.success(ad.is_active ? 'Annons aktiverad' : 'Annons inaktiverad'),
    onError: (error) => toast.error(unlessUncertain(error, FAILED.toggleAnnouncement)),
    // Also after a failure: somebody may have been first.
    onSettled: () => changed(),
  });
  const deletion = trpc.admin.announcements.delete.useMutation({
    onSuccess: (_answer, { id }) => {
      toast.success('Annons borttagen');
      onDeleted?.(id);
      changed(id);
    },
    onError: (error) => {
      toast.error(unlessUncertain(error, FAILED.removeAnnouncement));
      changed();
    },
    onSettled: (_answer, _error, { id }) => setAsked((ad) => (ad?.id === id ? undefined : ad)),
  });
  const toggleOnce = useSendOnce(toggle);
  const deleteOnce = useSendOnce(deletion);

  const actsOn = (ad: AdminAnnouncement): AdAct[] => {
    const send = () => toggleOnce({ id: ad.id, is_active: !ad.is_active });
    const disabled = !!toggleFault(ad, !ad.is_active);
    return [
      ad.is_active
        ? {
            id: 'toggle',
            label: 'Inaktivera',
            icon: <EyeOff size={20} aria-hidden="true" />,
            disabled,
            onSelect: send,
          }
        : {
            id: 'toggle',
            label: 'Aktivera',
            icon: <Eye size={20} aria-hidden="true" />,
            disabled,
            onSelect: send,
          },
      {
        id: 'delete',
        label: 'Ta bort',
        icon: <Trash2 size={20} aria-hidden="true" />,
        danger: true,
        onSelect: () => setAsked(ad),
      },
    ];
  };

  return {
    actsOn,
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        title="Ta bort annons"
        about={asked && `${asked.order_number} · ${asked.event_name} · ${asked.user_details.full_name}`}
        question={`Är du säker på att du vill ta bort annonsen för "${asked?.event_name}"? Detta raderar även alla relaterade meddelanden.`}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending && deletion.variables.id === asked?.id}
        onConfirm={() => asked && deleteOnce({ id: asked.id })}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
