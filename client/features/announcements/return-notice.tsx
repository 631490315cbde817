import type { ReturnTo } from '../../platform/session/return-to';
import { Button, ButtonLink } from '../../ui/button';

export function ReturnNotice({ goal, onFollow }: { goal: ReturnTo; onFollow: () => void }) {
  return (
    <div className="return-notice">
      <p>Du var på väg {goal.what}.</p>
      {'to' in goal ? (
        <ButtonLink to={goal.to}>Fortsätt dit</ButtonLink>
      ) : (
        <Button onClick={onFollow}>Fortsätt</Button>
      )}
    </div>
  );
}
