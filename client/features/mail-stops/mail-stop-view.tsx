import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';

/** Dropped when the page is left, because the token is secret. */
const OPTIONS = { gcTime: 0, refetchOnReconnect: false } as const;

/** Opening the page changes nothing, because mail scanners open links. */
export function MailStopView({ token }: { token: string }) {
  const query = trpc.public.mailStops.get.useQuery({ token }, OPTIONS);
  const { client, public: utils } = trpc.useUtils();
  const isSlow = useDelayed(query.isPending);
  const action = useAction({
    send: (isStopped: boolean) =>
      isStopped
        ? client.public.mailStops.stop.mutate({ token })
        : client.public.mailStops.resume.mutate({ token }),
    successToast: 'Sparat',
    failureToast: FAILED.something,
    onSuccess: (stop) => utils.mailStops.get.setData({ token }, stop),
  });
  if (query.isPending) return isSlow && <p role="status">Hämtar...</p>;
  if (!query.data) {
    const isInvalid = errorCodeOf(query.error) === 'mail.link_invalid';
    return (
      <>
        <Alert>
          {isInvalid ? detailOf('mail.link_invalid') : errorMessage(query.error, FAILED.something)}
        </Alert>
        {isInvalid ? (
          <ButtonLink to="/contact">Kontakta oss</ButtonLink>
        ) : (
          <Button busy={query.isFetching} onClick={() => query.refetch()}>
            Försök igen
          </Button>
        )}
      </>
    );
  }
  const { is_stopped } = query.data;
  return (
    <>
      <p role="status">
        {is_stopped
          ? 'Du får inga fler mejl som andra kan orsaka genom att skriva din adress hos oss.'
          : 'Andra kan skriva din adress hos oss, när de föreslår ett lopp, anmäler en annons, bevakar något eller skapar ett konto. Vill du slippa de mejlen?'}
      </p>
      <Button
        kind={is_stopped ? 'secondary' : 'primary'}
        large
        wide
        busy={action.isPending}
        onClick={() => action.start(!is_stopped)}
      >
        {is_stopped ? 'Tillåt mejlen igen' : 'Mejla mig inte mer'}
      </Button>
      <p>
        {is_stopped
          ? 'Du kan inte skapa ett konto eller en ny bevakning med adressen förrän du tillåter mejlen igen.'
          : 'Mejl om ett konto eller bevakningar som du redan har bekräftat får du som förut.'}
      </p>
    </>
  );
}
