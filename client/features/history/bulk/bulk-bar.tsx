import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EventTableState } from '#client/features/admin-events/use-event-table.ts';
import type { EventSelection } from '#client/features/admin-events/use-selection.ts';
import { Button } from '#client/ui/button.tsx';
import { countOf, formatCount } from '#src/shared/text.ts';
import type { Done } from '../undo-notice.tsx';
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx';
import { BulkEditDialog } from './bulk-edit-dialog.tsx';

type Props = { table: EventTableState; selection: EventSelection; onDone: (done: Done) => void };

/** What can be done with the marked events. */
export function BulkBar({ table, selection, onDone }: Props) {
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const { ids } = selection;
  const hiddenCount = ids.length - table.rows.filter(({ id }) => selection.isSelected(id)).length;
  const dialogProps = {
    ids,
    onDone: (done: Done) => {
      selection.clear();
      onDone(done);
    },
    onClose: () => setOpened(undefined),
  };
  return (
    <section className="bulk-bar" aria-label="Markerade evenemang">
      <p aria-live="polite">
        <strong>{countOf(ids.length, 'markerat', 'markerade')}</strong>
        {hiddenCount > 0 && `, varav ${formatCount(hiddenCount)} inte visas av filtret`}
      </p>
      <div className="bulk-bar-actions">
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpened('edit')}>
          Ändra
        </Button>
        <Button icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpened('delete')}>
          Ta bort
        </Button>
        <Button kind="quiet" onClick={() => selection.add(table.rows)}>
          Markera alla {formatCount(table.total)}
        </Button>
        <Button kind="quiet" onClick={selection.clear}>
          Avmarkera
        </Button>
      </div>
      {opened === 'edit' && <BulkEditDialog {...dialogProps} />}
      {opened === 'delete' && <BulkDeleteDialog {...dialogProps} />}
    </section>
  );
}
