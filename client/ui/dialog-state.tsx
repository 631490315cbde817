import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';
import { useDelayed } from './use-delayed.ts';

type Props = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  failureMessage: string;
};

export function DialogState({ query, failureMessage }: Props) {
  const isSlow = useDelayed(!query.error);
  if (!query.error) {
    return (
      <div className="dialog-loading" role="status" aria-label="Laddar">
        {isSlow && [48, 120, 200].map((height) => <Skeleton key={height} width="100%" height={height} />)}
      </div>
    );
  }
  const isDeleted = errorCodeOf(query.error)?.endsWith('.not_found');
  return (
    <div className="dialog-loading">
      <Alert>
        {failureMessage}. {errorMessage(query.error, 'Kontrollera din anslutning.')}
      </Alert>
      {!isDeleted && (
        <Button busy={query.isFetching} onClick={() => query.refetch()}>
          Försök igen
        </Button>
      )}
    </div>
  );
}
