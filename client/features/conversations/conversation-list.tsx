import { useEffect, useRef } from 'react';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { ConversationKey, ConversationSummary } from '#src/features/conversations/contract.ts';
import { ConversationRow } from './conversation-row.tsx';
import { keyOf, serializeKey } from './selection.ts';

type Props = {
  conversations: readonly ConversationSummary[];
  readerId: string;
  selected: ConversationKey | undefined;
  /** The user came back from it, so its row gets focus. */
  lastSelected?: ConversationKey | undefined;
};

export function ConversationList({ conversations, readerId, selected, lastSelected }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const lastSelectedKey = lastSelected && serializeKey(lastSelected);

  useEffect(() => {
    if (!lastSelectedKey) return;
    list.current?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(lastSelectedKey)}"]`)?.focus();
  }, [lastSelectedKey]);

  return (
    <nav className="conversation-list" aria-label="Konversationer">
      <ul ref={list}>
        {conversations.map((conversation) => {
          const key = serializeKey(keyOf(conversation));
          return (
            <li key={key}>
              <ConversationRow
                conversation={conversation}
                readerId={readerId}
                isSelected={!!selected && serializeKey(selected) === key}
              />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function ConversationListPlaceholder() {
  const isVisible = useDelayed(true);
  if (!isVisible) return null;
  return (
    <div className="conversation-list-placeholder">
      <p role="status">Laddar konversationer...</p>
      {[1, 2, 3].map((row) => (
        <div key={row} className="conversation-row-placeholder">
          <Skeleton width={44} height={44} />
          <div>
            <Skeleton width="60%" height={18} />
            <Skeleton width="90%" height={16} />
            <Skeleton width="70%" height={16} />
            <Skeleton width="50%" height={26} />
          </div>
        </div>
      ))}
    </div>
  );
}
