import { Tag } from '#client/ui/tag.tsx';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { formatShortMoment } from '#src/shared/instants.ts';

type Props = { ad: ConversationDetail['announcement']; readerId: string };

/** Nothing for an ad that is not reserved. */
export function ReservationTag({ ad, readerId }: Props) {
  const { reserved, reserved_for, reserved_until } = ad;
  if (!reserved) return null;
  const holder = reserved_for && ` för ${reserved_for.id === readerId ? 'dig' : reserved_for.name}`;
  const end = reserved_until && ` till ${formatShortMoment(reserved_until)}`;
  return (
    <Tag tone="warn">
      Reserverad{holder}
      {end}
    </Tag>
  );
}
