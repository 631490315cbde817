import { Button } from './button';
import { EmptyState } from './empty-state';
import { Skeleton } from './skeleton';
import { useDelayed } from './use-delayed';

/** Rows that are on their way, once that takes long. */
export function WaitingList({ label }: { label: string }) {
  const isLate = useDelayed(true);
  return (
    <div className="list-wait" role="status" aria-label={label}>
      {isLate && [1, 2, 3, 4, 5, 6].map((row) => <Skeleton key={row} width="100%" height={50} />)}
    </div>
  );
}

type Props = { title: string; busy: boolean; onRetry: () => void };

/** An admin's list that could not be fetched (section 8); the toast has said it too. */
export function FailedList({ title, busy, onRetry }: Props) {
  return (
    <EmptyState
      story="lost"
      title={title}
      text="Kontrollera din anslutning."
      action={
        <Button busy={busy} onClick={onRetry}>
          Försök igen
        </Button>
      }
    />
  );
}
