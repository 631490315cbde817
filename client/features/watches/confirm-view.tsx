import { useEffect, useRef } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { WatchConfirmed } from '#src/features/watches/contract.ts';
import { CADENCE_LABELS, REQUEST_DAYS } from '#src/features/watches/rules.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { watchesPath } from './link-options.ts';
import { InvalidLink } from './link-problem.tsx';
import { WatchName } from './watch-name.tsx';

/** Pressing the button again would not help. */
const FINAL: readonly (ErrorCode | undefined)[] = ['watch.over', 'event.not_found', 'series.not_found'];

export function useConfirmation(token: string) {
  const { client } = trpc.useUtils();
  return useAction({ send: () => client.public.watches.confirm.mutate({ token }) });
}

type Props = { confirmation: ReturnType<typeof useConfirmation> };

/** Opening the page changes nothing, because mail scanners open links. */
export function ConfirmView({ confirmation }: Props) {
  const { result, error, isPending, start } = confirmation;
  if (result) return <Confirmed confirmed={result} />;
  const code = errorCodeOf(error);
  if (code === 'watch.link_invalid')
    return (
      <InvalidLink
        advice={`Länken gäller i ${REQUEST_DAYS} dagar. Välj ”Följ” på webbplatsen igen, så får du en ny.`}
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
        Ett tryck till, så mejlar vi när det händer något. Du kan ändra, pausa och avsluta när du vill, med en
        länk i varje mejl.
      </p>
      {!!error && <Alert>{errorMessage(error, FAILED.confirmWatch)}</Alert>}
      {code === 'watch.too_many' && (
        <p>I våra mejl om dina bevakningar finns en länk till alla. Avsluta någon, och bekräfta sedan här.</p>
      )}
      <Button kind="primary" large wide busy={isPending} onClick={() => start(true)}>
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
        <p>Vi mejlar {CADENCE_LABELS[watch.cadence].toLowerCase()}.</p>
      </div>
      <ButtonLink kind="primary" large wide to={watchesPath(manage_token)}>
        Dina bevakningar
      </ButtonLink>
    </>
  );
}
