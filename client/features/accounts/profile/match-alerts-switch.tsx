import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { toastFailure } from '#client/platform/feedback/toast-failure.ts';
import { useSendOnce } from '#client/platform/forms/use-send-once.ts';
import { Switch } from '#client/ui/switch.tsx';
import type { OwnAccount } from '#src/features/accounts/contract.ts';

const LABEL = 'Mejla mig om annonser som passar mina';

export function MatchAlertsSwitch({ account }: { account: OwnAccount }) {
  const utils = trpc.useUtils();
  const update = trpc.marketplace.accounts.updateProfile.useMutation({
    onSuccess: (saved) => {
      toast.success(saved.match_alerts ? 'Du får mejl om annonser som passar' : 'Mejlen är avstängda');
      utils.marketplace.accounts.me.setData(undefined, saved);
      utils.marketplace.accounts.profile.setData(undefined, saved);
    },
    onError: (error) => toastFailure(error, FAILED.matchAlerts),
  });
  const sendOnce = useSendOnce(update);
  const isOn = update.isPending ? update.variables.match_alerts === true : account.match_alerts;
  return (
    <div className="profile-switch">
      <span>{LABEL}</span>
      <Switch label={LABEL} checked={isOn} onChange={(checked) => sendOnce({ match_alerts: checked })} />
    </div>
  );
}
