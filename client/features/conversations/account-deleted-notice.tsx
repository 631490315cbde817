import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { detailOf } from '../../../src/shared/errors';
import { UnsentDraft } from './unsent-draft';

/** Replaces the reply box when the other member has deleted their account. */
export function AccountDeletedNotice({ conversationId }: { conversationId: string }) {
  const { state } = useLocation();
  const note = useRef<HTMLParagraphElement>(null);
  // The account was deleted while the thread was open, which removed the focused reply box.
  const wasJustDeleted = !!(state as { isDeserted?: boolean } | null)?.isDeserted;
  useEffect(() => {
    if (wasJustDeleted && document.activeElement === document.body)
      note.current?.focus({ preventScroll: true });
  }, [wasJustDeleted]);
  return (
    <div className="reply reply-none">
      <p ref={note} tabIndex={-1}>
        {detailOf('conversation.deserted')}
      </p>
      <UnsentDraft conversationId={conversationId} />
    </div>
  );
}
