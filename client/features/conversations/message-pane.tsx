import { ArrowDown } from 'lucide-react';
import { Fragment } from 'react';
import { useToday } from '#client/platform/page/clock.ts';
import { Button } from '#client/ui/button.tsx';
import { cx } from '#client/ui/class-names.ts';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { dayInStockholm, formatDayOfYear } from '#src/shared/dates.ts';
import { formatTime } from '#src/shared/instants.ts';
import { Advice } from './advice.tsx';
import { adviceText } from './advice-texts.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

type ThreadMessage = ConversationDetail['messages'][number];

type Props = { messages: readonly ThreadMessage[]; readerId: string; isPayer: boolean; otherName: string };

export function MessagePane({ messages, readerId, isPayer, otherName }: Props) {
  const today = useToday();
  const { pane, hasNew, onScroll, scrollToNewest } = useStickToBottom(messages, readerId);
  // The same advice below every message would be noise.
  const advised = new Map(messages.flatMap(({ id, advice }) => advice.map((key) => [key, id] as const)));
  const days = messages.map(({ created_at }) => dayInStockholm(new Date(created_at)));
  return (
    <div className="message-frame">
      <div
        className="messages"
        role="log"
        aria-label="Meddelanden"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
        tabIndex={0}
        ref={pane}
        onScroll={onScroll}
      >
        {messages.map((message, index) => {
          const day = days[index] ?? today;
          return (
            <Fragment key={message.id}>
              {day !== days[index - 1] && <p className="message-day">{formatDayOfYear(day, today)}</p>}
              <Message message={message} sender={message.sender_id === readerId ? undefined : otherName} />
              {message.advice
                .filter((key) => advised.get(key) === message.id)
                .map((key) => (
                  <Advice key={key} text={adviceText(key, isPayer)} />
                ))}
            </Fragment>
          );
        })}
      </div>
      {hasNew && (
        <Button
          kind="primary"
          className="messages-new"
          icon={<ArrowDown size={18} aria-hidden="true" />}
          onClick={scrollToNewest}
        >
          Nya meddelanden
        </Button>
      )}
    </div>
  );
}

/** Without `sender` it is the reader's own. */
function Message({ message, sender }: { message: ThreadMessage; sender: string | undefined }) {
  return (
    <div className={cx('message', !sender && 'message-own')}>
      <span className="visually-hidden">{sender ?? 'Du'}: </span>
      <p className="message-text">{message.message_text}</p>
      <time className="message-time" dateTime={message.created_at}>
        {formatTime(message.created_at)}
      </time>
    </div>
  );
}
