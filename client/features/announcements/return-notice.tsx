import type { ReturnTo } from '../../platform/session/return-to';
import { Button, ButtonLink } from '../../ui/button';

export function ReturnNotice({ returnTo, onFollow }: { returnTo: ReturnTo; onFollow: () => void }) {
  return (
    <div className="return-notice">
      <p>Du var på väg {returnTo.what}.</p>
      {'to' in returnTo ? (
        <ButtonLink to={returnTo.to}>Fortsätt dit</ButtonLink>
      ) : (
        <Button onClick={onFollow}>Fortsätt</Button>
      )}
    </div>
  );
}
