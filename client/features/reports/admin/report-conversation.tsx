import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { DialogState } from '#client/ui/dialog-state.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { formatLongMoment } from '#src/shared/instants.ts';

type Props = { reportId: string; reporterName: string; reportedName: string };

/** What the two wrote to each other, fetched when it is opened. */
export function ReportConversation({ reportId, reporterName, reportedName }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="report-conversation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <FoldSummary>Konversationen</FoldSummary>
      {isOpen && <Messages reportId={reportId} reporterName={reporterName} reportedName={reportedName} />}
    </details>
  );
}

function Messages({ reportId, reporterName, reportedName }: Props) {
  const query = trpc.admin.reports.get.useQuery({ id: reportId }, { staleTime: 0 });
  if (!query.data) return <DialogState query={query} failureMessage={FAILED.fetchReport} />;
  const { messages } = query.data;
  if (messages.length === 0) return <p className="admin-empty">De har inte skrivit till varandra.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <section className="history" aria-label="Konversationen" tabIndex={0}>
      <ol className="history-messages">
        {messages.map(({ id, by, message_text, created_at }) => (
          <li key={id} className="history-message" data-owner={by === 'reported' || undefined}>
            <p className="history-meta">
              <span>{by === 'reported' ? reportedName : reporterName}</span>{' '}
              <time dateTime={created_at}>{formatLongMoment(created_at)}</time>
            </p>
            <p className="history-text">{message_text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
