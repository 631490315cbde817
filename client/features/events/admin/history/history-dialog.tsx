import type { AdminEvent } from '../../../../../src/features/events/admin/contract';
import type { Revision } from '../../../../../src/features/events/history/contract';
import { formatDayMoment } from '../../../../../src/shared/instants';
import { trpc } from '../../../../platform/api/trpc';
import { FAILED } from '../../../../platform/feedback/failure-messages';
import { Button } from '../../../../ui/button';
import { Dialog } from '../../../../ui/dialog';
import { DialogState } from '../../../../ui/dialog-state';
import { useAction } from '../../../../ui/use-action';
import { EMPTY_VALUE } from '../../field-text';
import { useEventCache } from '../use-event-cache';
import { actorOf, changesOf, type FieldChange } from './revision-values';

type Props = { event: AdminEvent; onRestored: (event: AdminEvent) => void; onClose: () => void };

/** Who changed the event, when, and what. */
export function HistoryDialog({ event, onRestored, onClose }: Props) {
  const revisions = trpc.admin.revisions.list.useQuery({ id: event.id }, { staleTime: 0 });
  const series = trpc.public.series.list.useQuery();
  const names = new Map(series.data?.map(({ id, name }) => [id, name]));
  const restore = useRestore(event.id, (revision) => changesOf(revision, names), onRestored);
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
              <ChangeList changes={changesOf(revision, names)} isNew={revision.before === null} />
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
  changes: (revision: Revision) => FieldChange[],
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

function ChangeList({ changes, isNew }: { changes: FieldChange[]; isNew: boolean }) {
  if (changes.length === 0) return <p className="history-none">Inget som visas här ändrades.</p>;
  return (
    <dl className="history-changes">
      {changes.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {!isNew && (
              <>
                <del data-empty={before === EMPTY_VALUE || undefined}>
                  <span className="visually-hidden">Före: </span>
                  {before}
                </del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            <ins data-empty={after === EMPTY_VALUE || undefined}>
              {!isNew && <span className="visually-hidden">Efter: </span>}
              {after}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
