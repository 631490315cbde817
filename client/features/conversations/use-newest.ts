import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationMessage } from '../../../src/features/conversations/contract';

/** So near its end, in px, a reader counts as being there. */
const NEAR = 48;

/**
 * The newest message is in sight unless the reader has scrolled up: then nothing moves under them, and `hasNew` says that
 * there is more. What they wrote themselves is always gone to.
 */
export function useNewest(messages: readonly ConversationMessage[], readerId: string) {
  const pane = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [hasNew, setHasNew] = useState(false);
  const newest = messages.at(-1);

  const told = useRef(false);
  const tell = useCallback((isNew: boolean) => {
    if (told.current !== isNew) setHasNew(isNew);
    told.current = isNew;
  }, []);

  const toEnd = useCallback(() => {
    const element = pane.current;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    tell(false);
  }, [tell]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest message is the reason to go there
  useLayoutEffect(() => {
    if (isAtEnd.current || newest?.sender_id === readerId) toEnd();
    else tell(true);
  }, [newest?.id]);

  // A keyboard that opens, or a typeface that arrives, must not push the newest out of sight.
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [toEnd]);

  return {
    pane,
    hasNew,
    noteScroll: () => {
      const element = pane.current;
      if (!element) return;
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      if (isAtEnd.current) tell(false);
    },
    /** The button that is pressed goes away: focus stays with what it was for. */
    toNewest: () => {
      toEnd();
      pane.current?.focus({ preventScroll: true });
    },
  };
}
