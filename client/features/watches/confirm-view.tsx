import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WatchConfirmed } from '../../../src/features/watches/contract';
import { CADENCE_LABELS, REQUEST_DAYS } from '../../../src/features/watches/rules';
import type { ErrorCode } from '../../../src/shared/errors';
import { errorCodeOf, errorMessage } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { Alert } from '../../ui/alert';
import { Button, ButtonLink } from '../../ui/button';
import { watchesPath } from './link-options';
import { InvalidLink } from './link-problem';
import { WatchName } from './watch-name';

/** Pressing the button again would not help. */
const FINAL: readonly (ErrorCode | undefined)[] = ['watch.over', 'event.not_found', 'series.not_found'];

export function useConfirmation(token: string) {
  const { client } = trpc.useUtils();
  return useMutation({ mutationFn: () => client.public.watches.confirm.mutate({ token }) });
}

type Props = { confirmation: ReturnType<typeof useConfirmation> };

/** Opening the page changes nothing, because mail scanners open links. */
export function ConfirmView({ confirmation }: Props) {
  const { data, error, isPending, mutateAsync } = confirmation;
  const sendOnce = useSendOnce<void>({ mutateAsync });
  if (data) return <Confirmed confirmed={data} />;
  const code = errorCodeOf(error);
  if (code === 'watch.link_invalid')
    return (
      <InvalidLink
        advice={`Länken gäller i ${REQUEST_DAYS} dagar. Välj ”Bevaka” på webbplatsen igen, så får du en ny.`}
      />
    );
  if (FINAL.includes(code))
    return (
      <>
        <Alert>{errorMessage(error, FAILED.confirmWatch)}</Alert>
        <ButtonLink to="/">Till kalendern</ButtonLink>
      </>
    );
  return (
    <>
      <p>
        Vad du bevakar står i mejlet. När du har bekräftat mejlar vi när det händer något. Du kan ändra, pausa
        och avsluta när du vill, med en länk i varje mejl.
      </p>
      {error && <Alert>{errorMessage(error, FAILED.confirmWatch)}</Alert>}
      {code === 'watch.too_many' && (
        <p>I våra mejl om dina bevakningar finns en länk till alla. Avsluta någon, och bekräfta sedan här.</p>
      )}
      <Button kind="primary" large wide busy={isPending} onClick={() => sendOnce()}>
        Bekräfta bevakningen
      </Button>
    </>
  );
}

/** Takes focus, because the pressed button is gone. */
function Confirmed({ confirmed: { watch, manage_token } }: { confirmed: WatchConfirmed }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="watch-box" role="status" ref={note} tabIndex={-1}>
        <WatchName watch={watch} />
        <p>Vi mejlar: {CADENCE_LABELS[watch.cadence].toLowerCase()}.</p>
      </div>
      <ButtonLink kind="primary" large wide to={watchesPath(manage_token)}>
        Dina bevakningar
      </ButtonLink>
    </>
  );
}
