import { Button } from './button';
import { Dialog } from './dialog';

type Props = {
  open: boolean;
  title: string;
  /** The question, in the words of the spec. */
  question: string;
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done. Focus starts on what does nothing. */
export function ConfirmDialog(props: Props) {
  const { open, title, question, confirmLabel, danger = false, busy, onConfirm, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      foot={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={onClose} data-focus-first>
            Avbryt
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{question}</p>
    </Dialog>
  );
}
