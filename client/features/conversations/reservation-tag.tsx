import type { ConversationDetail } from '../../../src/features/conversations/contract';
import { formatShortMoment } from '../../../src/shared/instants';
import { Tag } from '../../ui/tag';

type Props = { detail: Pick<ConversationDetail, 'announcement' | 'other_user'>; readerId: string };

/** Nothing for an ad that is not reserved. */
export function ReservationTag({ detail: { announcement, other_user }, readerId }: Props) {
  const { reserved, reserved_for, reserved_until } = announcement;
  if (!reserved) return null;
  const holder =
    reserved_for === readerId ? ' för dig' : reserved_for === other_user.id ? ` för ${other_user.name}` : '';
  const end =
    reserved_until && ` till ${formatShortMoment(reserved_until).replace(/(\d\d):(\d\d)$/, '$1.$2')}`;
  return (
    <Tag tone="warn">
      Reserverad{holder}
      {end}
    </Tag>
  );
}
