import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  /** What the action applies to, such as the name of an event. */
  about?: string;
  /** Use `children` if it is longer than a sentence. */
  question?: string;
  confirmLabel: string;
  /** Replaces "Avbryt" where that would be ambiguous. */
  cancelLabel?: string;
  /** For an action that cannot be undone. */
  danger?: boolean;
  /** For an action that we advise against. */
  advisesCancel?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Focus starts on the cancel button. */
export function ConfirmDialog(props: Props) {
  const { open, title, about, question, confirmLabel, cancelLabel = 'Avbryt' } = props;
  const { danger = false, advisesCancel = false, busy, onConfirm, onClose, children } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <>
          <Button
            kind={advisesCancel ? 'primary' : 'quiet'}
            className="dialog-cancel"
            onClick={onClose}
            data-focus-first
          >
            {cancelLabel}
          </Button>
          <Button
            kind={danger ? 'danger' : advisesCancel ? 'secondary' : 'primary'}
            busy={busy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {about && <p className="confirm-about">{about}</p>}
      {question && <p>{question}</p>}
      {children}
    </Dialog>
  );
}
