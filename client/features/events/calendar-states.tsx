import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Skeleton } from '../../ui/skeleton';
import { useDelayed } from '../../ui/use-delayed';
import { EventCardSkeleton } from './event-card-skeleton';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function WaitingEvents() {
  const visible = useDelayed(true);
  return (
    <div className="event-list-wait">
      {visible && (
        <>
          <p className="visually-hidden" role="status">
            Laddar evenemang...
          </p>
          <div className="month-wait">
            <Skeleton width={180} height={28} />
          </div>
          {SKELETONS.map((key) => (
            <EventCardSkeleton key={key} />
          ))}
        </>
      )}
    </div>
  );
}

export function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      story="lost"
      title="Inga Evenemang Hittades"
      text="Prova att ändra eller ta bort något filter."
      action={
        <Button kind="primary" onClick={onClear}>
          Rensa Filter
        </Button>
      }
    />
  );
}

const NONE = 'Inga evenemang tillgängliga för tillfället';

export function NoEvents() {
  return (
    <EmptyState
      story="start"
      title={NONE}
      text="Tipsa oss om ett lopp så granskar vi det."
      action={<ButtonLink to="/submit-event">Föreslå evenemang</ButtonLink>}
    />
  );
}

export function FailedEvents({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EmptyState
      story="start"
      title={NONE}
      text="Kontrollera din anslutning."
      action={
        <Button kind="quiet" busy={busy} onClick={onRetry}>
          Försök igen
        </Button>
      }
    />
  );
}

export function FailedRest({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div className="event-list-failed" role="status">
      <p>Resten av kalendern kunde inte hämtas. Kontrollera din anslutning.</p>
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        Försök igen
      </Button>
    </div>
  );
}
