import { ArrowLeft, Flag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConversationDetail, ConversationKey } from '../../src/features/conversations/contract';
import { ConversationList, ConversationListWait } from '../features/conversations/conversation-list';
import { FetchFailed } from '../features/conversations/fetch-failed';
import { INBOX, nameOf, useSelection } from '../features/conversations/selection';
import { Thread } from '../features/conversations/thread';
import { useLive } from '../features/conversations/use-live';
import { useScreenHeight } from '../features/conversations/use-screen-height';
import { ReportDialog } from '../features/reports/report-dialog';
import { trpc } from '../platform/api/trpc';
import { FAILED } from '../platform/feedback/sentences';
import { usePageTitle } from '../platform/navigation/title';
import { useSession } from '../platform/session/member';
import { RequireSession } from '../shell/require-session';
import { Button, ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Hyphenated } from '../ui/hyphenated';
import { IconButton } from '../ui/icon-button';
import { useIsWide } from '../ui/use-media';

/** Meddelanden: the conversations and the one that is read; for whoever is logged in. */
export default function InboxPage() {
  usePageTitle('Meddelanden');
  return (
    <RequireSession what="till dina meddelanden">
      <Inbox />
    </RequireSession>
  );
}

/** Two panes where there is room; else the list, and the conversation as a screen of its own. */
function Inbox() {
  const selected = useSelection();
  const isWide = useIsWide();
  const left = useLast(selected);
  useLive(selected);
  const list = trpc.marketplace.conversations.list.useQuery(undefined, { staleTime: 0 });

  if (selected && !isWide) return <ThreadScreen conversation={selected} />;
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
            {list.isPending && <ConversationListWait />}
            {list.data && (
              <ConversationList
                conversations={list.data}
                selected={selected}
                left={isWide ? undefined : left}
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
              {selected ? (
                <OpenThread key={nameOf(selected)} conversation={selected} />
              ) : (
                <EmptyState
                  story="inbox"
                  title="Välj en konversation"
                  text="Då visas meddelandena här, och du kan svara."
                />
              )}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** The conversation that was selected before nothing was: where focus goes in a list that comes back. */
function useLast(selected: ConversationKey | undefined): ConversationKey | undefined {
  const last = useRef<ConversationKey>(undefined);
  useEffect(() => {
    if (selected) last.current = selected;
  });
  return selected ? undefined : last.current;
}

/** On a phone: nothing but the conversation, down to the keyboard. */
function ThreadScreen({ conversation }: { conversation: ConversationKey }) {
  const screen = useScreenHeight<HTMLDivElement>();
  const navigate = useNavigate();
  // From a mail there is no list to go back to in the history.
  const goBack = () => {
    if (history.state?.idx > 0) navigate(-1);
    else navigate(INBOX, { replace: true });
  };
  return (
    <div className="thread-screen" ref={screen}>
      <h1 className="visually-hidden">Meddelanden</h1>
      <OpenThread
        key={nameOf(conversation)}
        conversation={conversation}
        back={
          <IconButton label="Tillbaka till konversationerna" onClick={goBack}>
            <ArrowLeft size={22} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}

type OpenThreadProps = { conversation: ConversationKey; back?: React.ReactNode };

/** The conversation, and the dialog that reports the other party. */
function OpenThread({ conversation, back }: OpenThreadProps) {
  const readerId = useSession()?.user.id ?? '';
  const [reported, setReported] = useState<ConversationDetail>();
  return (
    <>
      <Thread
        conversation={conversation}
        readerId={readerId}
        back={back}
        reportButton={(detail) => (
          <IconButton label={`Rapportera ${detail.other_user.name}`} onClick={() => setReported(detail)}>
            <Flag size={20} aria-hidden="true" />
          </IconButton>
        )}
      />
      <ReportDialog
        open={!!reported}
        onClose={() => setReported(undefined)}
        reportedUserId={reported?.other_user.id ?? ''}
        reportedName={reported?.other_user.name ?? ''}
        announcementId={reported?.announcement.id ?? null}
      />
    </>
  );
}
