import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationMessage } from '#src/features/conversations/contract.ts';

const NEAR_END_PX = 48;

/**
 * Scrolls to new messages unless the reader has scrolled up: then `hasNew` reports them. The reader's own messages
 * always scroll to the end.
 */
export function useStickToBottom(messages: readonly ConversationMessage[], readerId: string) {
  const pane = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const observedHeight = useRef(0);
  const [hasNew, setHasNew] = useState(false);
  const newest = messages.at(-1);

  const hasNewRef = useRef(false);
  const updateHasNew = useCallback((isNew: boolean) => {
    if (hasNewRef.current !== isNew) setHasNew(isNew);
    hasNewRef.current = isNew;
  }, []);

  const scrollToEnd = useCallback(() => {
    const element = pane.current;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    updateHasNew(false);
  }, [updateHasNew]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useLayoutEffect(() => {
    if (isAtEnd.current || newest?.sender_id === readerId) scrollToEnd();
    else updateHasNew(true);
  }, [newest?.id]);

  // An on-screen keyboard or a loaded font must not push the newest message out of view.
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      observedHeight.current = element.clientHeight;
      if (isAtEnd.current) scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scrollToEnd]);

  return {
    pane,
    hasNew,
    onScroll: () => {
      const element = pane.current;
      // The observer has not seen this height yet, so the reader has not scrolled: the pane has changed its size.
      if (!element || element.clientHeight !== observedHeight.current) return;
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      if (isAtEnd.current) updateHasNew(false);
    },
    /** The pressed button disappears, so focus moves to the messages. */
    scrollToNewest: () => {
      scrollToEnd();
      pane.current?.focus({ preventScroll: true });
    },
  };
}
