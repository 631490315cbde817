import type { ReturnTo } from '#client/platform/session/return-to.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';

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
