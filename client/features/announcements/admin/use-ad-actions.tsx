import { Eye, EyeOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRefetchMarketData } from '#client/features/accounts/admin/use-refetch-market-data.ts';
import { useReasons } from '#client/features/statements/reason-fields.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminAnnouncement } from '#src/features/announcements/admin/contract.ts';
import { toggleError } from '#src/features/announcements/rules.ts';

export type AdAction = {
  id: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

/** By an admin, or because its event is gone. */
const isHidden = ({ is_active, is_expired }: Pick<AdminAnnouncement, 'is_active' | 'is_expired'>) =>
  !is_active && !is_expired;

/** Render `dialog`, which asks for confirmation. `onDeleted` gets the id of the deleted ad. */
export function useAdActions(onDeleted?: (id: string) => void) {
  const { client } = trpc.useUtils();
  const refetch = useRefetchMarketData();
  const { reasonsFor, fieldsFor } = useReasons();
  const toggle = useAction({
    confirm: (ad: AdminAnnouncement) =>
      isHidden(ad)
        ? undefined
        : {
            title: 'Inaktivera annons',
            about: describeAd(ad),
            question: 'Annonsen döljs för alla utom ägaren, som får ett mejl med våra skäl.',
            confirmLabel: 'Inaktivera',
            children: fieldsFor(ad.id),
          },
    send: (ad) =>
      client.admin.announcements.setActive.mutate({
        id: ad.id,
        is_active: isHidden(ad),
        ...(!isHidden(ad) && reasonsFor(ad.id)),
      }),
    successToast: (ad) => (isHidden(ad) ? 'Annons inaktiverad' : 'Annons aktiverad'),
    failureToast: FAILED.toggleAnnouncement,
    refresh: () => refetch(),
  });
  const deletion = useAction({
    confirm: (ad: AdminAnnouncement) => ({
      title: 'Ta bort annons',
      about: describeAd(ad),
      question: `Är du säker på att du vill ta bort annonsen för "${ad.event_name}"? Detta raderar även alla relaterade meddelanden. Ägaren får ett mejl med våra skäl.`,
      confirmLabel: 'Ta bort',
      danger: true,
      children: fieldsFor(ad.id),
    }),
    send: ({ id }) => client.admin.announcements.delete.mutate({ id, ...reasonsFor(id) }),
    successToast: 'Annons borttagen',
    failureToast: FAILED.removeAnnouncement,
    onSuccess: (_response, { id }) => onDeleted?.(id),
    refresh: ({ id }, isDone) => refetch({ except: isDone ? id : undefined }),
  });

  const actionsFor = (ad: AdminAnnouncement): AdAction[] => [
    {
      id: 'toggle',
      label: isHidden(ad) ? 'Aktivera' : 'Inaktivera',
      icon: isHidden(ad) ? <Eye size={20} aria-hidden="true" /> : <EyeOff size={20} aria-hidden="true" />,
      disabled: !!toggleError(ad, isHidden(ad)),
      onSelect: () => toggle.start(ad),
    },
    {
      id: 'delete',
      label: 'Ta bort',
      icon: <Trash2 size={20} aria-hidden="true" />,
      danger: true,
      onSelect: () => deletion.start(ad),
    },
  ];

  return { actionsFor, dialog: toggle.dialog || deletion.dialog };
}

const describeAd = ({ order_number, event_name, user_details }: AdminAnnouncement) =>
  `${order_number} · ${event_name} · ${user_details.full_name}`;
