import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { MatchAlerts } from '#src/features/watches/contract.ts';
import { LINK_ADVICE, LINK_OPTIONS } from './link-options.ts';
import { LinkProblem } from './link-problem.tsx';

type Scope = 'ad' | 'all';

export function MatchView({ token }: { token: string }) {
  const query = trpc.public.watches.matchAlerts.useQuery({ token }, LINK_OPTIONS);
  const { client, public: utils } = trpc.useUtils();
  const action = useAction({
    send: (scope: Scope) => client.public.watches.turnOffMatchAlerts.mutate({ token, scope }),
    successToast: 'Sparat',
    failureToast: FAILED.matchAlerts,
    onSuccess: (alerts) => utils.watches.matchAlerts.setData({ token }, alerts),
  });
  if (!query.data) return <LinkProblem query={query} advice={LINK_ADVICE} />;
  const { ad, all, order_number, event_name } = query.data;
  const name = [order_number, event_name && `för ${event_name}`].filter(Boolean).join(' ');
  return (
    <>
      <p role="status">{stateOf(query.data, name)}</p>
      {all && (
        <div className="watch-buttons">
          {ad && (
            <Button kind="primary" large wide busy={action.isPending} onClick={() => action.start('ad')}>
              Stäng av för den här annonsen
            </Button>
          )}
          <Button large wide busy={action.isPending} onClick={() => action.start('all')}>
            Stäng av för alla mina annonser
          </Button>
        </div>
      )}
      <p>
        I{' '}
        <Link className="text-link" to="/marketplace/profile">
          din profil
        </Link>{' '}
        kan du {all ? 'också ändra det' : 'slå på mejlen igen'}.
      </p>
    </>
  );
}

function stateOf({ ad, all }: MatchAlerts, name: string): string {
  if (!all) return 'Mejlen är avstängda. Du får inga mejl om annonser som passar dina.';
  if (ad) return `Du får mejl om annonser som passar din annons ${name}.`;
  const about = name ? `din annons ${name}` : 'den annonsen';
  return `Mejlen om ${about} är avstängda. För dina andra annonser får du mejl om det som passar.`;
}
