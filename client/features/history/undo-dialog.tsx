import { useQuery } from '@tanstack/react-query';
import { useEventCache } from '#client/features/admin-events/use-event-cache.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogState } from '#client/ui/dialog-state.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { BatchEvent, UndoResult } from '#src/features/history/contract.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatCount } from '#src/shared/text.ts';
import { REASON_LABELS, undoneText } from './undo-texts.ts';

type Props = { batch: { id: string; name: string }; onUndone?: () => void; onClose: () => void };

/** Shows first what undoing would remove, restore and keep. */
export function UndoDialog({ batch, onUndone, onClose }: Props) {
  const utils = trpc.useUtils();
  const eventCache = useEventCache();
  const preview = useQuery({
    queryKey: ['undo', batch.id],
    queryFn: () => utils.client.admin.imports.undo.mutate({ id: batch.id, dry_run: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const undo = useAction({
    send: ({ id }: { id: string }) => utils.client.admin.imports.undo.mutate({ id, dry_run: false }),
    successToast: undoneText,
    failureToast: FAILED.undoBatch,
    onSuccess: () => {
      onUndone?.();
      onClose();
    },
    refresh: () => {
      eventCache.refetch();
      void utils.admin.imports.list.invalidate();
      void utils.admin.revisions.list.invalidate();
    },
  });
  const count = preview.data ? preview.data.removed.length + preview.data.restored.length : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ångra"
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose} data-focus-first>
            Avbryt
          </Button>
          <Button
            kind="danger"
            busy={undo.isPending}
            disabled={count === 0}
            onClick={() => undo.start({ id: batch.id })}
          >
            Ångra
          </Button>
        </>
      }
    >
      <p className="confirm-about">{batch.name}</p>
      {preview.data ? (
        <UndoLists result={preview.data} />
      ) : (
        <DialogState query={preview} failureMessage="Det gick inte att se vad som skulle ångras" />
      )}
    </Dialog>
  );
}

/** Longer lists are not read. */
const SHOWN_MAX = 200;

function UndoLists({ result: { removed, restored, kept } }: { result: UndoResult }) {
  if (removed.length + restored.length + kept.length === 0)
    return <p>Det finns inget kvar att ångra: evenemangen är borttagna.</p>;
  return (
    <div className="undo-lists">
      <UndoList title="Tas bort" events={removed} />
      <UndoList title="Återställs" events={restored} />
      <UndoList
        title="Behålls som de är"
        events={kept}
        noteOf={(_, index) => REASON_LABELS[kept[index]?.reason ?? 'edited']}
      />
    </div>
  );
}

type ListProps = {
  title: string;
  events: readonly BatchEvent[];
  noteOf?: (event: BatchEvent, index: number) => string;
};

function UndoList({ title, events, noteOf }: ListProps) {
  if (events.length === 0) return null;
  const hidden = events.length - SHOWN_MAX;
  return (
    <details className="undo-list" open={events.length <= 20}>
      <FoldSummary>
        {title}: {formatCount(events.length)}
      </FoldSummary>
      <ul>
        {events.slice(0, SHOWN_MAX).map((event, index) => (
          <li key={event.id}>
            {event.event_name}, {formatDay(event.event_date)}
            {noteOf && <span>: {noteOf(event, index)}</span>}
          </li>
        ))}
        {hidden > 0 && <li>och {formatCount(hidden)} till</li>}
      </ul>
    </details>
  );
}
