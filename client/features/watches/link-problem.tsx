import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';

type Props = {
  query: { error: unknown; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** What to do if the link is invalid. */
  advice: string;
};

/** For a query by a mailed link that has no data. */
export function LinkProblem({ query, advice }: Props) {
  const isSlow = useDelayed(query.isPending);
  if (query.isPending) return isSlow && <p role="status">Hämtar bevakningarna...</p>;
  if (errorCodeOf(query.error) === 'watch.link_invalid') return <InvalidLink advice={advice} />;
  return (
    <>
      <Alert>{errorMessage(query.error, FAILED.watches)}</Alert>
      <Button busy={query.isFetching} onClick={() => query.refetch()}>
        Försök igen
      </Button>
    </>
  );
}

export function InvalidLink({ advice }: { advice: string }) {
  return (
    <>
      <Alert>{detailOf('watch.link_invalid')}</Alert>
      <p>{advice}</p>
      <ButtonLink to="/">Till kalendern</ButtonLink>
    </>
  );
}
