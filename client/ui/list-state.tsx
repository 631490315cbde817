import type { ReactNode } from 'react';
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

type ListProps = {
  query: {
    data?: readonly unknown[] | undefined;
    isPending: boolean;
    isLoadingError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Shown while the rows are fetched. */
  waiting: ReactNode;
  /** What is said when they could not be fetched. */
  failed: string;
  /** What is said when there are none. */
  none: { title: string; text?: string | undefined };
  /** How many rows there are after search and filters. */
  total: number;
  /** What is said when there are rows but none matches, and the way out. */
  noMatch?: { title: string; text: string; clear: string; onClear: () => void };
  /** The rows. */
  children: ReactNode;
};

/** An admin's list in one of its states: waiting, failed, empty, none that matches, or its rows. */
export function ListStates({ query, waiting, failed, none, total, noMatch, children }: ListProps) {
  if (query.isPending) return waiting;
  if (query.isLoadingError)
    return <FailedList title={failed} busy={query.isFetching} onRetry={() => query.refetch()} />;
  if (total > 0) return children;
  if (!noMatch || query.data?.length === 0) return <EmptyState story="start" {...none} />;
  const { title, text, clear, onClear } = noMatch;
  return (
    <EmptyState story="lost" title={title} text={text} action={<Button onClick={onClear}>{clear}</Button>} />
  );
}
