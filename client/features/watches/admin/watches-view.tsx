import { type FormEvent, useState } from 'react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
import { FailedList, ListPlaceholder } from '#client/ui/list-state.tsx';
import { isEmail } from '#src/shared/fields.ts';
import { WatchNumbers } from './watch-overview.tsx';
import { WatchesOfAddress } from './watches-of-address.tsx';

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
