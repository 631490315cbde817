import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  /** Without a full stop at the end. */
  text: string;
  changedFields: string[];
  isSaving: boolean;
  onOverwrite: () => void;
  onShowTheirs: () => void;
  /** The label of the button that shows their version. */
  showTheirsLabel?: string;
};

/** Shown when someone else changed the record, so that their changes are not overwritten unseen. */
export function Conflict({
  formRef,
  text,
  changedFields,
  isSaving,
  onOverwrite,
  onShowTheirs,
  showTheirsLabel = 'Visa deras',
}: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Alert>
        <p>
          {text}: {changedFields.join(', ')}.
        </p>
        <div className="alert-choices">
          <Button onClick={() => setAsking(true)}>{showTheirsLabel}</Button>
          <Button busy={isSaving} onClick={onOverwrite}>
            Spara mitt ändå
          </Button>
        </div>
      </Alert>
      <ConfirmDialog
        open={isAsking}
        title="Kasta dina ändringar?"
        question="Formuläret fylls med den version som är sparad. Det du har skrivit försvinner."
        confirmLabel="Kasta mina ändringar"
        cancelLabel="Fortsätt redigera"
        danger
        busy={false}
        onConfirm={() => {
          flushSync(() => {
            setAsking(false);
            onShowTheirs();
          });
          // The button that had focus is gone.
          formRef.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
