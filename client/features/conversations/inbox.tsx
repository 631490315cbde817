import { ArrowLeft } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useIsWide } from '#client/ui/use-media.ts';
import type { ConversationKey, ConversationSummary } from '#src/features/conversations/contract.ts';
import { ConversationList, ConversationListPlaceholder } from './conversation-list.tsx';
import { FetchFailed } from './fetch-failed.tsx';
import { INBOX, pathTo, serializeKey, useSelection } from './selection.ts';
import { useVisualViewportHeight } from './use-visual-viewport-height.ts';

type Props = {
  readerId: string;
  renderThread: (conversation: ConversationKey, backButton?: ReactNode) => ReactNode;
};

export function Inbox({ readerId, renderThread }: Props) {
  const selected = useSelection();
  const isWide = useIsWide();
  const lastSelected = useLastSelected(selected);
  const list = trpc.marketplace.conversations.list.useQuery(undefined, { staleTime: 0 });
  // Wait for a fresh list: the cached one may lack newer messages.
  const wasEmpty = useOpenNewest(isWide && !selected && list.isFetchedAfterMount ? list.data : undefined);

  if (selected && !isWide) return <ThreadScreen conversation={selected} renderThread={renderThread} />;
  const isEmpty = list.data?.length === 0;
  return (
    <div className="page">
      <div className="page-head inbox-title">
        <ButtonLink
          kind="quiet"
          className="button-icon"
          to="/marketplace"
          aria-label="Till Startplatsmarknaden"
          icon={<ArrowLeft size={22} aria-hidden="true" />}
        />
        <h1 className="type-title">
          <Hyphenated text="Meddelanden" />
        </h1>
      </div>
      {isEmpty && !selected ? (
        <EmptyState
          story="inbox"
          title="Inga konversationer ännu"
          text="När du kontaktar någon om en annons hamnar samtalet här."
          action={
            <ButtonLink kind="primary" to="/marketplace">
              Se annonserna
            </ButtonLink>
          }
        />
      ) : (
        <div className="inbox">
          <div className="inbox-list">
            {list.isPending && <ConversationListPlaceholder />}
            {list.data && (
              <ConversationList
                conversations={list.data}
                readerId={readerId}
                selected={selected}
                lastSelected={isWide ? undefined : lastSelected}
              />
            )}
            {isEmpty && <p className="inbox-none">Inga konversationer ännu</p>}
            {list.error && !list.data && (
              <FetchFailed
                title={FAILED.conversations}
                text="Kontrollera din anslutning."
                action={
                  <Button busy={list.isFetching} onClick={() => list.refetch()}>
                    Försök igen
                  </Button>
                }
              />
            )}
          </div>
          {isWide && (
            <div className="inbox-thread">
              {selected && <Fragment key={serializeKey(selected)}>{renderThread(selected)}</Fragment>}
              {!selected && wasEmpty && <p className="inbox-none">Välj en konversation för att läsa den.</p>}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * Replaces the history entry, so that Back leaves the inbox. A message that arrives in an empty inbox is not opened:
 * that would mark it as read, although nobody may be looking. Returns whether the inbox was empty.
 */
function useOpenNewest(conversations: readonly ConversationSummary[] | undefined): boolean {
  const navigate = useNavigate();
  const [wasEmpty, setWasEmpty] = useState(false);
  if (conversations?.length === 0 && !wasEmpty) setWasEmpty(true);
  const newest = conversations?.[0];
  const path = newest && pathTo(newest);
  useEffect(() => {
    if (path && !wasEmpty) navigate(path, { replace: true });
  }, [path, wasEmpty, navigate]);
  return wasEmpty;
}

/** Undefined while a conversation is selected. */
function useLastSelected(selected: ConversationKey | undefined): ConversationKey | undefined {
  const lastSelected = useRef<ConversationKey>(undefined);
  useEffect(() => {
    if (selected) lastSelected.current = selected;
  });
  return selected ? undefined : lastSelected.current;
}

function ThreadScreen({
  conversation,
  renderThread,
}: Pick<Props, 'renderThread'> & { conversation: ConversationKey }) {
  const screen = useVisualViewportHeight<HTMLDivElement>();
  const navigate = useNavigate();
  // A link in a mail opens the conversation without a list in the history.
  const goBack = () => {
    if (history.state?.idx > 0) navigate(-1);
    else navigate(INBOX, { replace: true });
  };
  return (
    <div className="thread-screen" ref={screen}>
      <h1 className="visually-hidden">Meddelanden</h1>
      <Fragment key={serializeKey(conversation)}>
        {renderThread(
          conversation,
          <IconButton label="Tillbaka till konversationerna" onClick={goBack}>
            <ArrowLeft size={22} aria-hidden="true" />
          </IconButton>,
        )}
      </Fragment>
    </div>
  );
}
