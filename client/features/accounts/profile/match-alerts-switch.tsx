import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Switch } from '#client/ui/switch.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { OwnAccount } from '#src/features/accounts/contract.ts';

const LABEL = 'Mejla mig om annonser som passar mina';

export function MatchAlertsSwitch({ account }: { account: OwnAccount }) {
  const utils = trpc.useUtils();
  const update = useAction({
    send: (match_alerts: boolean) => utils.client.marketplace.accounts.updateProfile.mutate({ match_alerts }),
    successToast: ({ match_alerts }) =>
      match_alerts ? 'Du får mejl om annonser som passar' : 'Mejlen är avstängda',
    failureToast: FAILED.matchAlerts,
    onSuccess: (saved) => {
      utils.marketplace.accounts.me.setData(undefined, saved);
      utils.marketplace.accounts.profile.setData(undefined, saved);
    },
  });
  const isOn = update.isPending ? update.input === true : account.match_alerts;
  return (
    <div className="profile-switch">
      <span>{LABEL}</span>
      <Switch label={LABEL} checked={isOn} onChange={update.start} />
    </div>
  );
}
