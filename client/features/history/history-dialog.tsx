import type { HistoryProps } from '#client/features/admin-events/event-dialog.tsx';
import { useEventCache } from '#client/features/admin-events/use-event-cache.ts';
import { type ChangedValue, changedValues } from '#client/features/events/values/changed-values.ts';
import { ValueChanges } from '#client/features/events/values/value-changes.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogState } from '#client/ui/dialog-state.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { Revision } from '#src/features/history/contract.ts';
import { formatDayMoment } from '#src/shared/instants.ts';
import { actorOf } from './actor-text.ts';

/** Who changed the event, when, and what. */
export function HistoryDialog({ event, onRestored, onClose }: HistoryProps) {
  const revisions = trpc.admin.revisions.list.useQuery({ id: event.id }, { staleTime: 0 });
  const series = trpc.public.series.list.useQuery();
  const names = new Map(series.data?.map(({ id, name }) => [id, name]));
  const restore = useRestore(event.id, (revision) => changedValues(revision, names), onRestored);
  return (
    <Dialog open onClose={onClose} title="Historik" size="large">
      {!revisions.data ? (
        <DialogState query={revisions} failureMessage="Historiken kunde inte visas" />
      ) : revisions.data.length === 0 ? (
        <p>Det finns ingen historik om evenemanget. Den började föras när kalendern uppgraderades.</p>
      ) : (
        <ol className="event-history" aria-label="Ändringar, den senaste först">
          {revisions.data.map((revision) => (
            <li key={revision.id}>
              <div className="history-head">
                <p>
                  <strong>{revision.before === null ? 'Skapades' : 'Ändrades'}</strong>{' '}
                  <time dateTime={revision.changed_at}>{formatDayMoment(revision.changed_at)}</time>
                  <span>
                    {actorOf(revision)}
                    {revision.batch && ` · ${revision.batch.name}`}
                  </span>
                </p>
                {revision.before !== null && (
                  <Button
                    busy={restore.isBusy(revision.id)}
                    aria-label={`Återställ ändringen ${formatDayMoment(revision.changed_at)}`}
                    onClick={() => restore.start(revision)}
                  >
                    Återställ
                  </Button>
                )}
              </div>
              <ValueChanges before={revision.before} after={revision.after} series={names} />
            </li>
          ))}
        </ol>
      )}
      {restore.dialog}
    </Dialog>
  );
}

function useRestore(
  eventId: string,
  changes: (revision: Revision) => ChangedValue[],
  onRestored: (event: AdminEvent) => void,
) {
  const utils = trpc.useUtils();
  const eventCache = useEventCache();
  return useAction({
    confirm: (revision: Revision) => ({
      title: 'Återställa ändringen?',
      question: 'Fälten får tillbaka de värden som de hade innan:',
      confirmLabel: 'Återställ',
      children: (
        <dl className="history-restored">
          {changes(revision).map(({ name, label, before }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{before}</dd>
            </div>
          ))}
        </dl>
      ),
    }),
    send: ({ id }) => utils.client.admin.revisions.restore.mutate({ id: eventId, revision_id: id }),
    successToast: 'Ändringen är återställd',
    failureToast: FAILED.restoreRevision,
    onSuccess: (event) => {
      eventCache.put(event);
      onRestored(event);
    },
    refresh: () => {
      eventCache.refetch();
      void utils.admin.revisions.list.invalidate();
    },
  });
}
