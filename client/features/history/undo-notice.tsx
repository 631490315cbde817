import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { UndoDialog } from './undo-dialog.tsx';

export type Done = { id: string; text: string };

type Props = { done: Done; onClose: () => void };

/** After an import or a bulk edit. It stays until it is closed, because toasts have no controls. */
export function UndoNotice({ done, onClose }: Props) {
  const [isUndoing, setUndoing] = useState(false);
  return (
    <div className="event-notice" role="status">
      <span>{done.text}</span>
      <div className="undo-notice-actions">
        <Button onClick={() => setUndoing(true)}>Ångra</Button>
        <IconButton label="Dölj" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {isUndoing && (
        <UndoDialog
          batch={{ id: done.id, name: done.text }}
          onUndone={onClose}
          onClose={() => setUndoing(false)}
        />
      )}
    </div>
  );
}
