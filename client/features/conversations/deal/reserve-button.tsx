import { useState } from 'react';
import { useReservation } from '#client/features/announcements/own/use-reservation.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { mayReserve } from './reservation.ts';

type Props = { detail: ConversationDetail; readerId: string };

/** For the owner of an open ad that nobody has reserved. The menu prolongs and ends a reservation. */
export function ReserveButton({ detail, readerId }: Props) {
  const { announcement, other_user } = detail;
  const { reserve } = useReservation();
  const [isAsking, setAsking] = useState(false);
  const isPending = reserve.isBusy(announcement.id);
  if (!mayReserve(detail, readerId) || announcement.reserved) return null;
  return (
    <>
      <Button kind="link" className="deal-reserve" busy={isPending} onClick={() => setAsking(true)}>
        Reservera
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title={`Reservera för ${other_user.name}?`}
          question="Annonsen reserveras i 48 timmar. Under tiden kan ingen ny skriva till dig om den. Du kan häva reservationen när du vill."
          confirmLabel="Reservera"
          busy={isPending}
          onConfirm={() => {
            setAsking(false);
            reserve.start({ id: announcement.id, other_user_id: other_user.id });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
