import { Ban, Bookmark, BookmarkX, Flag, LockOpen } from 'lucide-react';
import { useReservation } from '#client/features/announcements/own/use-reservation.ts';
import { useBlock, useUnblock } from '#client/features/blocks/use-block.ts';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { mayReserve } from './deal/reservation.ts';

type Props = { detail: ConversationDetail; readerId: string; onReport: () => void };

/** What can be done with the other member and with the ad. */
export function ThreadMenu({ detail, readerId, onReport }: Props) {
  const { other_user, is_blocked } = detail;
  const reservationItems = useReservationItems(detail, readerId);
  const block = useBlock();
  const unblock = useUnblock();
  const { id, name } = other_user;
  return (
    <>
      <Menu
        label="Fler val"
        items={[
          ...reservationItems,
          {
            label: `Rapportera ${name}`,
            icon: <Flag size={18} aria-hidden="true" />,
            onSelect: onReport,
          },
          is_blocked
            ? {
                label: 'Häv blockering',
                icon: <LockOpen size={18} aria-hidden="true" />,
                onSelect: () => unblock.start({ id, name }),
              }
            : {
                label: `Blockera ${name}`,
                icon: <Ban size={18} aria-hidden="true" />,
                onSelect: () => block.start({ id, name }),
              },
        ]}
      />
      {block.dialog}
    </>
  );
}

/** Of an ad that is reserved for the other member. "Reservera" is beside the next step. */
function useReservationItems(detail: ConversationDetail, readerId: string): MenuItem[] {
  const { reserve, end } = useReservation();
  const { announcement, other_user } = detail;
  const { id, reserved_for } = announcement;
  if (!mayReserve(detail, readerId) || reserved_for?.id !== other_user.id) return [];
  return [
    {
      label: 'Förläng reservationen',
      icon: <Bookmark size={18} aria-hidden="true" />,
      disabled: reserve.isBusy(id),
      onSelect: () => reserve.start({ id, other_user_id: other_user.id }),
    },
    {
      label: 'Häv reservationen',
      icon: <BookmarkX size={18} aria-hidden="true" />,
      disabled: end.isBusy(id),
      onSelect: () => end.start({ id }),
    },
  ];
}
