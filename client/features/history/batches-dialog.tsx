import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogState } from '#client/ui/dialog-state.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { Batch } from '#src/features/history/contract.ts';
import { formatDayMoment } from '#src/shared/instants.ts';
import { UndoDialog } from './undo-dialog.tsx';
import { countsOf, KIND_LABELS } from './undo-texts.ts';

/** Imports and other changes of many events, each of which can be undone. */
export function BatchesDialog({ onClose }: { onClose: () => void }) {
  const batches = trpc.admin.imports.list.useQuery(undefined, { staleTime: 0 });
  const [undone, setUndone] = useState<Batch>();
  return (
    <Dialog open onClose={onClose} title="Importer och större ändringar" size="large">
      {!batches.data ? (
        <DialogState query={batches} failureMessage="Importerna kunde inte visas" />
      ) : batches.data.length === 0 ? (
        <p>Inget ännu. Här står importer och ändringar av flera evenemang, som kan ångras.</p>
      ) : (
        <ul className="batches">
          {batches.data.map((batch) => (
            <li key={batch.id}>
              <BatchLine batch={batch} />
              {batch.can_undo && (
                <Button aria-label={`Ångra ${batch.name}`} onClick={() => setUndone(batch)}>
                  Ångra
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {undone && <UndoDialog batch={undone} onClose={() => setUndone(undefined)} />}
    </Dialog>
  );
}

function BatchLine({ batch }: { batch: Batch }) {
  const { kind, name, made_by, created_at, undone_at, undone_by } = batch;
  return (
    <div className="batch-about">
      <p className="batch-name">
        <strong>{name}</strong> <Tag tone="plain">{KIND_LABELS[kind]}</Tag>
      </p>
      <p>
        <time dateTime={created_at}>{formatDayMoment(created_at)}</time> · {made_by ?? 'Systemet'} ·{' '}
        {countsOf(batch)}
      </p>
      {undone_at && (
        <p>
          Ångrad {formatDayMoment(undone_at)} av {undone_by ?? 'systemet'}
        </p>
      )}
    </div>
  );
}
