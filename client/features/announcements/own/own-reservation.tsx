import { Button } from '#client/ui/button.tsx';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { useReservation } from './use-reservation.ts';

/** For whom the ad is reserved, until when, and what its owner can do about it. Nothing if it is not reserved. */
export function OwnReservation({ ad, labelSuffix }: { ad: OwnAnnouncement; labelSuffix: string }) {
  const { reserve, end } = useReservation();
  const { id, reserved_for, reserved_until, is_reservation_prolonged } = ad;
  if (!reserved_for || !reserved_until) return null;
  const suffix = <span className="visually-hidden">{labelSuffix}</span>;
  return (
    <div className="own-ad-paused">
      <p>
        Reserverad för {reserved_for.name} till {formatShortMoment(reserved_until)}.
      </p>
      {!is_reservation_prolonged && (
        <Button
          kind="soft"
          busy={reserve.isBusy(id)}
          onClick={() => reserve.start({ id, other_user_id: reserved_for.id })}
        >
          <span>Förläng 48 timmar{suffix}</span>
        </Button>
      )}
      <Button busy={end.isBusy(id)} onClick={() => end.start({ id })}>
        <span>Häv reservationen{suffix}</span>
      </Button>
    </div>
  );
}
