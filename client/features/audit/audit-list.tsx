import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import {
  ACTIONS,
  type Action,
  AUDIT_PAGE_SIZE,
  type AuditEntry,
  type CollectionChanges,
} from '#src/features/audit/contract.ts';
import { collectionName } from '#src/features/backup/contract.ts';
import { formatDayMoment } from '#src/shared/instants.ts';
import { countOf } from '#src/shared/text.ts';

type Props = {
  admin: string;
  action: Action | '';
  onRetry: () => void;
  onClear: () => void;
};

export function AuditList({ admin, action, onRetry, onClear }: Props) {
  // Cursors of the loaded pages. Pages are never refetched: new entries would push others out between two pages.
  const [cursors, setCursors] = useState(['']);
  const pages = trpc.useQueries((t) =>
    cursors.map((cursor) =>
      t.admin.audit.list(
        { admin, action, before: cursor },
        { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
      ),
    ),
  );
  const failedPage = pages.find((page) => page.error);
  useFailureToast(failedPage?.error, FAILED.fetchAudit);
  const lastPage = pages.at(-1);
  const isSlow = useDelayed(pages.length === 1 && !!lastPage?.isPending);
  const entries = pages.flatMap((page) => page.data ?? []);
  const oldestEntry = lastPage?.data?.length === AUDIT_PAGE_SIZE ? lastPage.data.at(-1) : undefined;

  const retry = () => {
    failedPage?.refetch();
    onRetry();
  };

  if (failedPage && entries.length === 0) {
    return (
      <EmptyState
        story="lost"
        title="Loggen kunde inte visas"
        text="Servern svarar inte just nu."
        action={
          <Button busy={failedPage.isFetching} onClick={retry}>
            Försök igen
          </Button>
        }
      />
    );
  }
  if (pages[0]?.isPending) return isSlow ? <LoadingEntries /> : null;
  if (entries.length === 0) {
    return admin || action ? (
      <EmptyState
        story="lost"
        title="Inget i loggen"
        text="Ingen sådan händelse finns."
        action={<Button onClick={onClear}>Visa allt</Button>}
      />
    ) : (
      <EmptyState story="start" title="Loggen är tom" text="Här står vad administratörerna gör." />
    );
  }
  return (
    <>
      <DataTable
        caption="Vad administratörerna har gjort, det senaste först"
        rows={entries}
        keyOf={({ id }) => id}
        nameOf={({ action }) => ACTIONS[action]}
        columns={COLUMNS}
        compact={(entry) => <CompactEntry entry={entry} />}
      />
      <div className="audit-more">
        {failedPage ? (
          <Button busy={failedPage.isFetching} onClick={retry}>
            Försök igen
          </Button>
        ) : (
          (oldestEntry || lastPage?.isPending) && (
            <Button
              busy={lastPage?.isPending ?? false}
              onClick={() => oldestEntry && setCursors([...cursors, oldestEntry.id])}
            >
              Visa fler
            </Button>
          )
        )}
      </div>
    </>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'created_at',
    label: 'Tid',
    kind: 'figures',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDayMoment(created_at)}</time>,
  },
  { key: 'admin', label: 'Admin', cell: ({ admin }) => <span className="audit-admin">{admin}</span> },
  { key: 'action', label: 'Händelse', cell: ({ action }) => ACTIONS[action] },
  { key: 'record', label: 'Gäller', cell: (entry) => recordOf(entry) },
];

const recordOf = ({ record_name, record_id, details }: AuditEntry) =>
  details && !('event_ids' in details) ? <ChangeList details={details} /> : (record_name ?? record_id ?? '');

function ChangeList({ details }: { details: CollectionChanges }) {
  const lines = Object.entries(details).flatMap(([name, { added, replaced, removed }]) => {
    const parts = [
      added > 0 && countOf(added, 'tillagd', 'tillagda'),
      replaced > 0 && countOf(replaced, 'ersatt', 'ersatta'),
      removed > 0 && countOf(removed, 'borttagen', 'borttagna'),
    ].filter(Boolean);
    return parts.length > 0 ? [`${collectionName(name)}: ${parts.join(', ')}`] : [];
  });
  if (lines.length === 0) return 'Inget ändrades';
  return (
    <ul className="audit-changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function CompactEntry({ entry }: { entry: AuditEntry }) {
  const record = recordOf(entry);
  return (
    <div className="audit-entry">
      <strong>{ACTIONS[entry.action]}</strong>
      {record && <div>{record}</div>}
      <span className="audit-entry-meta">
        {entry.admin} · <time dateTime={entry.created_at}>{formatDayMoment(entry.created_at)}</time>
      </span>
    </div>
  );
}

function LoadingEntries() {
  return (
    <div className="audit-placeholder">
      <p className="visually-hidden" role="status">
        Laddar loggen...
      </p>
      {Array.from({ length: 6 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static placeholder rows
        <Skeleton key={row} width="100%" height={34} />
      ))}
    </div>
  );
}
