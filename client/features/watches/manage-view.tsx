import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { WatchesByLink } from '#src/features/watches/contract.ts';
import { AddressData } from './address-data.tsx';
import { LINK_ADVICE, LINK_OPTIONS } from './link-options.ts';
import { LinkProblem } from './link-problem.tsx';
import { PauseButton } from './pause-button.tsx';
import { useFocusAfterEnd } from './use-focus-after-end.ts';
import { useLinkCalls, type WatchCalls } from './watch-calls.ts';
import { WatchList } from './watch-list.tsx';

export function ManageView({ token }: { token: string }) {
  const query = trpc.public.watches.list.useQuery({ token }, LINK_OPTIONS);
  const calls = useLinkCalls(token);
  const [isErased, setErased] = useState(false);
  if (isErased) return <Erased />;
  if (!query.data)
    return (
      <div className="watch-page">
        <LinkProblem query={query} advice={LINK_ADVICE} />
      </div>
    );
  return <Manage token={token} list={query.data} calls={calls} onErased={() => setErased(true)} />;
}

type Props = { token: string; list: WatchesByLink; calls: WatchCalls; onErased: () => void };

function Manage({ token, list, calls, onErased }: Props) {
  const { email, watches, paused_until } = list;
  const ending = useEndAll(token, calls);
  const top = useFocusAfterEnd<HTMLDivElement>(watches);
  const isEmpty = watches.length === 0;
  return (
    <div className="watch-page" ref={top} tabIndex={-1}>
      {email && <p className="page-lead">Mejlen går till {email}.</p>}
      {watches.some(({ is_expiring }) => is_expiring) && <Renewal token={token} calls={calls} />}
      {isEmpty ? (
        <EmptyState
          story="start"
          title="Du följer ingenting."
          text="Hitta ett lopp i kalendern och välj ”Följ”."
          action={<ButtonLink to="/">Till kalendern</ButtonLink>}
        />
      ) : (
        <>
          <div className="watch-card">
            <WatchList label="Dina bevakningar" watches={watches} calls={calls} />
          </div>
          <div className="watch-all">
            <PauseButton pausedUntil={paused_until} calls={calls} />
            <Button kind="quiet" busy={ending.isPending} onClick={() => ending.start(watches.length)}>
              Avsluta alla
            </Button>
          </div>
        </>
      )}
      {ending.dialog}
      {email && <AddressData token={token} email={email} onErased={onErased} />}
    </div>
  );
}

function useEndAll(token: string, { show, refetch }: WatchCalls) {
  const { client } = trpc.useUtils();
  return useAction({
    confirm: (count: number) => ({
      title: 'Avsluta alla bevakningar?',
      question:
        count === 1 ? 'Du får inga fler mejl om den.' : `Du får inga fler mejl om någon av de ${count}.`,
      confirmLabel: 'Avsluta alla',
      danger: true,
    }),
    send: () => client.public.watches.removeAll.mutate({ token }),
    successToast: 'Alla bevakningar är avslutade',
    failureToast: FAILED.endWatches,
    onSuccess: () => show((list) => ({ ...list, watches: [] })),
    refresh: refetch,
  });
}

function Renewal({ token, calls: { show, refetch } }: { token: string; calls: WatchCalls }) {
  const { client } = trpc.useUtils();
  const renewal = useAction({
    send: () => client.public.watches.renew.mutate({ token }),
    successToast: 'Bevakningarna fortsätter',
    failureToast: FAILED.renewWatches,
    onSuccess: () =>
      show((list) => ({
        ...list,
        watches: list.watches.map((watch) => ({ ...watch, is_expiring: false })),
      })),
    refresh: refetch,
  });
  return (
    <section className="watch-renewal" aria-labelledby="fortsatt-bevaka">
      <div>
        <h2 className="type-card" id="fortsatt-bevaka">
          Vill du fortsätta följa?
        </h2>
        <p>Vi frågar en gång om året. Utan svar avslutas de bevakningar som är märkta ”Avslutas snart”.</p>
      </div>
      <Button kind="primary" busy={renewal.isPending} onClick={() => renewal.start(undefined)}>
        Fortsätt följa
      </Button>
    </section>
  );
}

/** Takes focus, because the pressed button is gone. */
function Erased() {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  return (
    <div className="watch-page">
      <p className="form-sent watch-done" role="status" ref={note} tabIndex={-1}>
        Allt om adressen är raderat. Du får inga fler mejl om bevakningar.
      </p>
      <ButtonLink to="/">Till kalendern</ButtonLink>
    </div>
  );
}
