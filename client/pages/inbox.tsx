import { type ReactNode, useState } from 'react';
import type { ConversationDetail, ConversationKey } from '../../src/features/conversations/contract';
import { Inbox } from '../features/conversations/inbox';
import { Thread } from '../features/conversations/thread';
import { ThreadMenu } from '../features/conversations/thread-menu';
import { ReportDialog } from '../features/reports/report-dialog';
import { usePageTitle } from '../platform/navigation/title';
import { useSession } from '../platform/session/member';
import { RequireSession } from '../shell/require-session';

export default function InboxPage() {
  usePageTitle('Meddelanden');
  const readerId = useSession()?.user.id ?? '';
  return (
    <RequireSession what="till dina meddelanden">
      <Inbox
        readerId={readerId}
        renderThread={(conversation, backButton) => (
          <OpenThread conversation={conversation} readerId={readerId} backButton={backButton} />
        )}
      />
    </RequireSession>
  );
}

type OpenThreadProps = { conversation: ConversationKey; readerId: string; backButton?: ReactNode };

function OpenThread({ conversation, readerId, backButton }: OpenThreadProps) {
  const [reported, setReported] = useState<ConversationDetail>();
  return (
    <>
      <Thread
        conversation={conversation}
        readerId={readerId}
        backButton={backButton}
        menu={(detail) => (
          <ThreadMenu detail={detail} readerId={readerId} onReport={() => setReported(detail)} />
        )}
        onReport={setReported}
      />
      {reported && (
        <ReportDialog
          onClose={() => setReported(undefined)}
          reportedUserId={reported.other_user.id}
          reportedName={reported.other_user.name}
          announcementId={reported.announcement.id}
        />
      )}
    </>
  );
}
