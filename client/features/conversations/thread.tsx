import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { ConversationDetail, ConversationKey } from '../../../src/features/conversations/contract';
import { hasWritten } from '../../../src/features/conversations/rules';
import { detailOf } from '../../../src/shared/errors';
import { toldBy } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/sentences';
import { Button, ButtonLink } from '../../ui/button';
import { useDelayed } from '../../ui/use-delayed';
import { Deserted } from './deserted';
import { FetchFailed } from './fetch-failed';
import { MessagePane } from './message-pane';
import { ReplyBox } from './reply-box';
import { INBOX } from './selection';
import { ThreadHead } from './thread-head';
import { Unsent } from './unsent';
import { useGone } from './use-gone';
import { useNoteRead } from './use-note-read';

type Props = {
  conversation: ConversationKey;
  /** Who reads: their own messages stand right. */
  readerId: string;
  /** The way back to the list, where the thread is a screen of its own. */
  back?: ReactNode;
  /** What reports the other party. */
  reportButton: (detail: ConversationDetail) => ReactNode;
};

/** Of an address that does not say which conversation it was (D36). */
const MAY_HAVE_LEFT =
  ' Den du skrev med kan ha tagit bort sitt konto. Då finns det du själv skrev kvar bland dina meddelanden.';

/** A conversation: who and about what, its messages, and a box to answer in (section 2). */
export function Thread({ conversation, readerId, back, reportButton }: Props) {
  // What is fetched is read: so it is fetched anew whenever it is shown.
  const thread = trpc.marketplace.conversations.open.useQuery(conversation, { staleTime: 0 });
  const { state } = useLocation();
  const isChosen = !!(state as { isChosen?: boolean } | null)?.isChosen;
  useNoteRead(conversation, thread.data);
  const { isMissing, isGone } = useGone(thread);

  // What was fetched before it went is kept, but is of no use any more.
  if (thread.data && !isGone) {
    const { id, announcement, other_user, messages } = thread.data;
    return (
      <section className="thread" aria-label={`Konversation med ${other_user.name}`}>
        <ThreadHead
          announcement={announcement}
          otherUser={other_user}
          hasAnswered={hasWritten(messages, other_user.id)}
          back={back}
          takesFocus={isChosen && !!back}
          reportButton={!other_user.is_deleted && reportButton(thread.data)}
        />
        <MessagePane messages={messages} readerId={readerId} otherName={other_user.name} />
        {other_user.is_deleted ? (
          <Deserted conversationId={id} />
        ) : (
          <ReplyBox
            conversation={conversation}
            conversationId={id}
            otherName={other_user.name}
            takesFocus={isChosen && !back}
          />
        )}
      </section>
    );
  }

  return (
    <section className="thread" aria-label="Konversation">
      {back && <div className="thread-head">{back}</div>}
      <div className="thread-state">
        {(thread.isPending || (isMissing && !isGone)) && <Wait />}
        {thread.error && !isMissing && (
          <FetchFailed
            title={FAILED.conversation}
            text={toldBy(thread.error, 'Kontrollera din anslutning.')}
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
            text={`${detailOf('conversation.not_found')}${thread.data ? '' : MAY_HAVE_LEFT}`}
            action={<WayBack />}
          />
        )}
        {isGone && thread.data && <Unsent conversationId={thread.data.id} />}
      </div>
    </section>
  );
}

/** What takes a while says so. */
function Wait() {
  return useDelayed(true) && <p role="status">Laddar meddelanden...</p>;
}

/** To the list. Focus goes there from what has gone with the conversation. */
function WayBack() {
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
