import { Flag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { Button } from '#client/ui/button.tsx';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { UnsentDraft } from './unsent-draft.tsx';

type Props = { conversationId: string; keptUntil: string | null; onReport: () => void };

/** Replaces the reply box when the other member has deleted their account. The thread of a deal is kept for a while. */
export function AccountDeletedNotice({ conversationId, keptUntil, onReport }: Props) {
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
        {keptUntil &&
          ` Det ni skrev om affären sparas till ${formatLongDay(dayInStockholm(new Date(keptUntil)))}.`}
      </p>
      {keptUntil && (
        <Button icon={<Flag size={18} aria-hidden="true" />} onClick={onReport}>
          Rapportera
        </Button>
      )}
      <UnsentDraft conversationId={conversationId} />
    </div>
  );
}
