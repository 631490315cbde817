import { ValueChanges } from '#client/features/events/values/value-changes.tsx';
import { Button } from '#client/ui/button.tsx';
import type { OrganiserEvent } from '#src/features/organisers/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import { type Change, useOrganiserChange } from './use-organiser-change.ts';

type Props = {
  event: OrganiserEvent;
  proposal: NonNullable<OrganiserEvent['proposal']>;
  onTakenBack: () => void;
};

/** The own proposal that waits. It is taken back by proposing what is stored. */
export function ProposalNote({ event, proposal, onTakenBack }: Props) {
  const { before, after, created_at } = proposal;
  const change = useOrganiserChange('Förslaget är borttaget', onTakenBack);
  const takeBack = () => {
    const stored = Object.fromEntries(
      Object.keys(after).map((name) => [name, event[name as keyof OrganiserEvent]]),
    );
    change.start({ id: event.id, version: null, ...stored } as Change);
  };
  return (
    <div className="organiser-proposal">
      <p>
        <strong>Väntar på granskning</strong> sedan {formatShortMoment(created_at)}
      </p>
      <ValueChanges before={before} after={after} />
      <Button busy={change.isPending} onClick={takeBack}>
        Ta tillbaka förslaget
      </Button>
    </div>
  );
}
