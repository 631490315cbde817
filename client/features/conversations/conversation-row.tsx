import { Counter } from '#client/ui/badge.tsx';
import { cx } from '#client/ui/class-names.ts';
import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import type { ConversationSummary } from '#src/features/conversations/contract.ts';
import { formatMoment } from '#src/shared/instants.ts';
import { formatPrice } from '#src/shared/text.ts';
import { AdStateTag } from './ad-state-tag.tsx';
import { Initials } from './initials.tsx';
import { keyOf, pathTo, serializeKey } from './selection.ts';

type Props = { conversation: ConversationSummary; readerId: string; isSelected: boolean };

export function ConversationRow({ conversation, readerId, isSelected }: Props) {
  const { announcement, other_user, unread_count, last_message_date, last_message } = conversation;
  const isUnread = unread_count > 0;
  return (
    <Link
      to={pathTo(conversation)}
      // The thread takes focus only if the user opened it, not when loaded from a URL.
      state={{ isChosen: true }}
      className={cx('conversation-row', isUnread && 'conversation-row-unread')}
      aria-current={isSelected || undefined}
      data-conversation={serializeKey(keyOf(conversation))}
    >
      <Initials name={other_user.name} />
      <span className="conversation-line">
        <span className="conversation-name">{other_user.name}</span>{' '}
        <time className="conversation-date" dateTime={last_message_date}>
          {formatMoment(last_message_date)}
        </time>
      </span>
      <span className="conversation-latest">
        <span className="conversation-excerpt">
          {last_message && (
            <>
              {last_message.sender_id === readerId && 'Du: '}
              {last_message.excerpt}
            </>
          )}
        </span>
        {isUnread && (
          <span className="conversation-unread">
            <Counter count={unread_count} loud />
            <span className="visually-hidden">
              {unread_count === 1 ? ' oläst meddelande' : ' olästa meddelanden'}
            </span>
          </span>
        )}
      </span>
      <span className="conversation-race">
        {announcement.event_name} <span aria-hidden="true">·</span> <b>{announcement.distance}</b>
      </span>
      <span className="conversation-ad">
        <Tag tone={announcement.announcement_type}>{TYPE_LABELS[announcement.announcement_type]}</Tag>
        <span className="conversation-price">{formatPrice(announcement.price)}</span>
        <AdStateTag ad={announcement} />
      </span>
    </Link>
  );
}
