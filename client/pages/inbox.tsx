import { type ReactNode, useState } from 'react';
import { Inbox } from '#client/features/conversations/inbox.tsx';
import { Thread } from '#client/features/conversations/thread.tsx';
import { ThreadMenu } from '#client/features/conversations/thread-menu.tsx';
import { ReportDialog } from '#client/features/reports/report-dialog.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useSession } from '#client/platform/session/member.ts';
import { RequireSession } from '#client/shell/require-session.tsx';
import type { ConversationDetail, ConversationKey } from '#src/features/conversations/contract.ts';

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
