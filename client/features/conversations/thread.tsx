import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { ConversationDetail, ConversationKey } from '#src/features/conversations/contract.ts';
import { hasWritten, isPayer } from '#src/features/conversations/rules.ts';
import { AccountDeletedNotice } from './account-deleted-notice.tsx';
import { BlockedNotice } from './blocked-notice.tsx';
import { DealStrip } from './deal/deal-strip.tsx';
import { FetchFailed } from './fetch-failed.tsx';
import { MessagePane } from './message-pane.tsx';
import { ReplyBox } from './reply-box.tsx';
import { INBOX } from './selection.ts';
import { ThreadHead } from './thread-head.tsx';
import { UnsentDraft } from './unsent-draft.tsx';
import { useClearUnread } from './use-clear-unread.ts';
import { useMissingConversation } from './use-missing-conversation.ts';

type Props = {
  conversation: ConversationKey;
  readerId: string;
  backButton?: ReactNode;
  menu: (detail: ConversationDetail) => ReactNode;
  onReport: (detail: ConversationDetail) => void;
};

/** Without a conversation id in the URL, a conversation with a deleted account cannot be found. */
const MAY_BE_DELETED_TEXT =
  ' Den du skrev med kan ha tagit bort sitt konto. Då finns det du själv skrev kvar bland dina meddelanden.';

export function Thread({ conversation, readerId, backButton, menu, onReport }: Props) {
  // Always refetch: fetching is what marks messages as read.
  const thread = trpc.marketplace.conversations.open.useQuery(conversation, { staleTime: 0 });
  const { state } = useLocation();
  const isChosen = !!(state as { isChosen?: boolean } | null)?.isChosen;
  useClearUnread(conversation, thread.data);
  // The button that ended the block is removed, and with it the focus.
  const wasBlocked = useRef(false);
  useEffect(() => {
    wasBlocked.current = !!thread.data?.is_blocked;
  });
  const { isMissing, isGone } = useMissingConversation(thread);

  // The query keeps its data after an error, but the conversation is gone.
  if (thread.data && !isGone) {
    const { id, announcement, other_user, messages, is_blocked } = thread.data;
    return (
      <section className="thread" aria-label={`Konversation med ${other_user.name}`}>
        <ThreadHead
          detail={thread.data}
          readerId={readerId}
          hasAnswered={hasWritten(messages, other_user.id)}
          backButton={backButton}
          takesFocus={isChosen && !!backButton}
          menu={!other_user.is_deleted && menu(thread.data)}
        />
        <DealStrip conversation={conversation} detail={thread.data} readerId={readerId} />
        <MessagePane
          messages={messages}
          readerId={readerId}
          isPayer={isPayer(announcement, readerId)}
          otherName={other_user.name}
        />
        {other_user.is_deleted && (
          <AccountDeletedNotice
            conversationId={id}
            keptUntil={thread.data.kept_until}
            onReport={() => onReport(thread.data)}
          />
        )}
        {is_blocked && <BlockedNotice conversationId={id} otherUser={other_user} />}
        {!other_user.is_deleted && !is_blocked && (
          <ReplyBox
            conversation={conversation}
            conversationId={id}
            otherName={other_user.name}
            takesFocus={wasBlocked.current || (isChosen && !backButton)}
          />
        )}
      </section>
    );
  }

  return (
    <section className="thread" aria-label="Konversation">
      {backButton && <div className="thread-head">{backButton}</div>}
      <div className="thread-state">
        {(thread.isPending || (isMissing && !isGone)) && <LoadingText />}
        {thread.error && !isMissing && (
          <FetchFailed
            title={FAILED.conversation}
            text={errorMessage(thread.error, 'Kontrollera din anslutning.')}
            action={
              <Button busy={thread.isFetching} onClick={() => thread.refetch()}>
                Försök igen
              </Button>
            }
          />
        )}
        {isGone && (
          <FetchFailed
            title={FAILED.conversation}
            text={`${detailOf('conversation.not_found')}${thread.data ? '' : MAY_BE_DELETED_TEXT}`}
            action={<InboxLink />}
          />
        )}
        {isGone && thread.data && <UnsentDraft conversationId={thread.data.id} />}
      </div>
    </section>
  );
}

function LoadingText() {
  return useDelayed(true) && <p role="status">Laddar meddelanden...</p>;
}

/** Takes focus if the focused element was removed. */
function InboxLink() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, []);
  return (
    <ButtonLink ref={link} to={INBOX} replace>
      Till dina meddelanden
    </ButtonLink>
  );
}
