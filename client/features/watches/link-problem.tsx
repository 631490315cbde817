import { detailOf } from '../../../src/shared/errors';
import { errorCodeOf, errorMessage } from '../../platform/api/failures';
import { FAILED } from '../../platform/feedback/failure-messages';
import { Alert } from '../../ui/alert';
import { Button, ButtonLink } from '../../ui/button';
import { useDelayed } from '../../ui/use-delayed';

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
