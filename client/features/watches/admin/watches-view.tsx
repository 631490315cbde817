import { type FormEvent, useState } from 'react';
import { detailOf } from '../../../../src/shared/errors';
import { isEmail } from '../../../../src/shared/fields';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { FailedList, ListPlaceholder } from '../../../ui/list-state';
import { WatchNumbers } from './watch-overview';
import { WatchesOfAddress } from './watches-of-address';

export function WatchesView() {
  const query = trpc.admin.watches.get.useQuery({}, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchWatches);
  return (
    <section aria-label="Bevakningar" className="admin-details">
      <AddressSearch />
      {query.isPending && <ListPlaceholder label="Laddar bevakningar" />}
      {query.isLoadingError && (
        <FailedList title={FAILED.fetchWatches} busy={query.isFetching} onRetry={() => query.refetch()} />
      )}
      {query.data?.overview && <WatchNumbers overview={query.data.overview} />}
    </section>
  );
}

/** Each search is written to the audit log, so it waits for the button. */
function AddressSearch() {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [email, setEmail] = useState('');
  const query = trpc.admin.watches.get.useQuery(
    { email },
    {
      enabled: email !== '',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
    },
  );
  useFailureToast(query.error, FAILED.fetchWatches);

  function search(event: FormEvent) {
    event.preventDefault();
    const address = typed.trim();
    setError(isEmail(address) ? undefined : detailOf('request.email'));
    if (!isEmail(address)) return;
    if (address === email) query.refetch();
    else setEmail(address);
  }
  return (
    <>
      <form className="watch-search" onSubmit={search} noValidate>
        <Field label="E-post" error={error} hint="Sökningen skrivs i loggen.">
          {(ariaProps) => (
            <TextInput
              {...ariaProps}
              type="email"
              name="watch_email"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={query.isFetching}>
          Visa bevakningar
        </Button>
      </form>
      {query.data?.watcher && <WatchesOfAddress found={query.data.watcher} />}
    </>
  );
}
