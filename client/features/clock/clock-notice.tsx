import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { formatLongMoment } from '#src/shared/instants.ts';

/** Nothing while the clock is trusted. */
export function ClockNotice() {
  const query = trpc.admin.clock.get.useQuery(undefined, { staleTime: 60_000 });
  const utils = trpc.useUtils();
  const accept = useAction({
    send: (_: undefined) => utils.client.admin.clock.accept.mutate(),
    successToast: 'Klockan är bekräftad',
    failureToast: FAILED.something,
    onSuccess: (state) => utils.admin.clock.get.setData(undefined, state),
  });
  if (!query.data?.doubt) return null;
  const { doubt, now, database_now, latest_seen } = query.data;
  return (
    <Alert>
      <p>
        Serverns klocka visar {formatLongMoment(now)}.{' '}
        {doubt === 'differs'
          ? `Databasens klocka visar ${formatLongMoment(database_now)}.`
          : latest_seen && `Senast visade den ${formatLongMoment(latest_seen)}.`}{' '}
        Tills vi vet att den går rätt tas ingenting bort, ingenting avslutas och inga nyheter mejlas.
      </p>
      <p>Ställ klockan, eller bekräfta att den går rätt.</p>
      <div className="alert-choices">
        <Button busy={accept.isPending} onClick={() => accept.start(undefined)}>
          Klockan går rätt
        </Button>
      </div>
    </Alert>
  );
}
