import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { detailOf } from '../../../src/shared/errors';
import { Unsent } from './unsent';

/** Where the box to answer in would stand: the other party has deleted their account (D36). */
export function Deserted({ conversationId }: { conversationId: string }) {
  const { state } = useLocation();
  const note = useRef<HTMLParagraphElement>(null);
  // They left while the reader was here: the box that had focus has gone with them.
  const isNews = !!(state as { isDeserted?: boolean } | null)?.isDeserted;
  useEffect(() => {
    if (isNews && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, [isNews]);
  return (
    <div className="reply reply-none">
      <p ref={note} tabIndex={-1}>
        {detailOf('conversation.deserted')}
      </p>
      <Unsent conversationId={conversationId} />
    </div>
  );
}
