import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

type Props = {
  open: boolean;
  title: string;
  /** What it is about, over the question. */
  about?: string;
  /** The question, in the words of the spec; `children` where it is more than a sentence. */
  question?: string;
  confirmLabel: string;
  /** What the button that does nothing says, where "Avbryt" could be read both ways. */
  cancelLabel?: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something is done. Focus starts on what does nothing. */
export function ConfirmDialog(props: Props) {
  const { open, title, about, question, confirmLabel, cancelLabel = 'Avbryt' } = props;
  const { danger = false, busy, onConfirm, onClose, children } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      foot={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose} data-focus-first>
            {cancelLabel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
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
