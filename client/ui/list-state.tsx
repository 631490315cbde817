import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { useDelayed } from './use-delayed.ts';

export function ListPlaceholder({ label }: { label: string }) {
  const isSlow = useDelayed(true);
  return (
    <div className="list-placeholder" role="status" aria-label={label}>
      {isSlow && [1, 2, 3, 4, 5, 6].map((row) => <Skeleton key={row} width="100%" height={50} />)}
    </div>
  );
}

type Props = { title: string; busy: boolean; onRetry: () => void };

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
  placeholder: ReactNode;
  failureTitle: string;
  emptyState: { title: string; text?: string | undefined };
  total: number;
  noMatch?: { title: string; text: string; clearLabel: string; onClear: () => void };
  children: ReactNode;
};

export function ListStates({
  query,
  placeholder,
  failureTitle,
  emptyState,
  total,
  noMatch,
  children,
}: ListProps) {
  if (query.isPending) return placeholder;
  if (query.isLoadingError)
    return <FailedList title={failureTitle} busy={query.isFetching} onRetry={() => query.refetch()} />;
  if (total > 0) return children;
  if (!noMatch || query.data?.length === 0) return <EmptyState story="start" {...emptyState} />;
  const { title, text, clearLabel, onClear } = noMatch;
  return (
    <EmptyState
      story="lost"
      title={title}
      text={text}
      action={<Button onClick={onClear}>{clearLabel}</Button>}
    />
  );
}
