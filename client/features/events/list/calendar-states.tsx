import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { EventCardSkeleton } from '../card/event-card-skeleton.tsx';

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function LoadingEvents() {
  const isSlow = useDelayed(true);
  return (
    <div className="event-list-placeholder">
      {isSlow && (
        <>
          <p className="visually-hidden" role="status">
            Laddar evenemang...
          </p>
          <div className="month-placeholder">
            <Skeleton width={180} height={28} />
          </div>
          {SKELETON_KEYS.map((key) => (
            <EventCardSkeleton key={key} />
          ))}
        </>
      )}
    </div>
  );
}

const NO_EVENTS_TITLE = 'Inga evenemang tillgängliga för tillfället';

export function NoEvents() {
  return (
    <EmptyState
      story="start"
      title={NO_EVENTS_TITLE}
      text="Tipsa oss om ett lopp så granskar vi det."
      action={<ButtonLink to="/submit-event">Föreslå evenemang</ButtonLink>}
    />
  );
}

export function EventsError({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EmptyState
      story="start"
      title={NO_EVENTS_TITLE}
      text="Kontrollera din anslutning."
      action={
        <Button kind="quiet" busy={busy} onClick={onRetry}>
          Försök igen
        </Button>
      }
    />
  );
}

export function RemainingEventsError({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div className="event-list-failed" role="status">
      <p>Resten av kalendern kunde inte hämtas. Kontrollera din anslutning.</p>
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        Försök igen
      </Button>
    </div>
  );
}
