import { useEffect, useRef } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { WatchesOfMail } from '#src/features/watches/contract.ts';
import { LINK_ADVICE, LINK_OPTIONS, watchesPath } from './link-options.ts';
import { LinkProblem } from './link-problem.tsx';
import { WatchNames } from './watch-name.tsx';

export function useEnding(token: string) {
  const { client } = trpc.useUtils();
  const mail = trpc.public.watches.ofMail.useQuery({ token }, LINK_OPTIONS);
  const ending = useAction({ send: () => client.public.watches.end.mutate({ token }) });
  return { mail, ending };
}

/** Opening the page changes nothing, because mail scanners open links. */
export function EndView({ mail, ending }: ReturnType<typeof useEnding>) {
  const { result, error, isPending, start } = ending;
  if (!mail.data) return <LinkProblem query={mail} advice={LINK_ADVICE} />;
  const { watches, match_alerts } = mail.data;
  if (result || isEnded(mail.data)) return <Ended manageToken={mail.data.manage_token} isNew={!!result} />;
  const about = [
    watches.length > 0 && (watches.length > 1 ? 'om dem' : 'om det'),
    match_alerts && 'om annonser som passar dina egna',
  ].filter(Boolean);
  return (
    <>
      {watches.length > 0 && (
        <div className="watch-box">
          <WatchNames watches={watches} />
        </div>
      )}
      <p>När du har avslutat får du inga fler mejl {about.join(' eller ')}.</p>
      {!!error && (
        <Alert>{errorMessage(error, watches.length === 1 ? FAILED.endWatch : FAILED.endWatches)}</Alert>
      )}
      <Button kind="primary" large wide busy={isPending} onClick={() => start(true)}>
        Avsluta
      </Button>
      <ButtonLink to={watchesPath(mail.data.manage_token)}>Ändra eller pausa i stället</ButtonLink>
    </>
  );
}

export const isEnded = ({ watches, match_alerts }: WatchesOfMail): boolean =>
  watches.length === 0 && !match_alerts;

/** Takes focus if the pressed button is gone. */
function Ended({ manageToken, isNew }: { manageToken: string; isNew: boolean }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) note.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <>
      <p className="watch-done" role="status" ref={note} tabIndex={-1}>
        {isNew ? 'Du får inga fler mejl om det här.' : 'Det som mejlet handlade om bevakas inte längre.'}
      </p>
      <ButtonLink to={watchesPath(manageToken)}>Dina andra bevakningar</ButtonLink>
    </>
  );
}
