import type { AdminMessage } from '#src/features/announcements/admin/contract.ts';
import { groupByConversation } from '#src/features/announcements/admin/rules.ts';
import { formatLongMoment } from '#src/shared/instants.ts';

type Props = { messages: readonly AdminMessage[]; ownerId: string };

export function MessageHistory({ messages, ownerId }: Props) {
  if (messages.length === 0) return <p className="admin-empty">Inga meddelanden om den här annonsen.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <section className="history" aria-label="Meddelandehistorik" tabIndex={0}>
      {groupByConversation(messages).map((conversation) => (
        <Conversation key={conversation.id} messages={conversation.messages} ownerId={ownerId} />
      ))}
    </section>
  );
}

function Conversation({ messages, ownerId }: Props) {
  const [firstMessage] = messages;
  if (!firstMessage) return null;
  const { sender_details: sender, receiver_details: receiver } = firstMessage;
  const otherMember = sender.id === ownerId ? receiver : sender;
  return (
    <div className="history-conversation">
      <h4 className="history-participant">Med {otherMember.full_name}</h4>
      <ol className="history-messages">
        {messages.map((message) => (
          <li
            key={message.id}
            className="history-message"
            data-owner={message.sender_details.id === ownerId || undefined}
          >
            <p className="history-meta">
              <span>{message.sender_details.full_name}</span>{' '}
              <time dateTime={message.created_at}>{formatLongMoment(message.created_at)}</time>
            </p>
            <p className="history-text">{message.message_text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
