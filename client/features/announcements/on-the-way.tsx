import type { Goal } from '../../platform/session/goal';
import { Button, ButtonLink } from '../../ui/button';

/** After a login that interrupted something: a notice with a link or button to continue. */
export function OnTheWay({ goal, onFollow }: { goal: Goal; onFollow: () => void }) {
  return (
    <div className="on-the-way">
      <p>Du var på väg {goal.what}.</p>
      {'to' in goal ? (
        <ButtonLink to={goal.to}>Fortsätt dit</ButtonLink>
      ) : (
        <Button onClick={onFollow}>Fortsätt</Button>
      )}
    </div>
  );
}
