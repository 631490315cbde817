import { Alert } from './alert';
import { Button } from './button';

type Props = {
  /** Without a full stop at the end. */
  text: string;
  changed: string[];
  isSaving: boolean;
  onOverwrite: () => void;
  onTakeTheirs: () => void;
  /** The label of the button that shows their version. */
  takeTheirs?: string;
};

/** Shown when someone else changed the record, so that their changes are not overwritten unseen. */
export function Conflict({
  text,
  changed,
  isSaving,
  onOverwrite,
  onTakeTheirs,
  takeTheirs = 'Visa deras',
}: Props) {
  return (
    <Alert>
      <p>
        {text}: {changed.join(', ')}.
      </p>
      <div className="alert-choices">
        <Button onClick={onTakeTheirs}>{takeTheirs}</Button>
        <Button busy={isSaving} onClick={onOverwrite}>
          Spara mitt ändå
        </Button>
      </div>
    </Alert>
  );
}
