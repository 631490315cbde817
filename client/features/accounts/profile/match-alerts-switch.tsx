import type { OwnAccount } from '../../../../src/features/accounts/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { toast } from '../../../platform/feedback/toast';
import { toastFailure } from '../../../platform/feedback/toast-failure';
import { useSendOnce } from '../../../platform/forms/use-send-once';
import { Switch } from '../../../ui/switch';

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
