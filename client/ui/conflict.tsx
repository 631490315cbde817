import { Alert } from './alert';
import { Button } from './button';

type Props = {
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
  text,
  changedFields,
  isSaving,
  onOverwrite,
  onShowTheirs,
  showTheirsLabel = 'Visa deras',
}: Props) {
  return (
    <Alert>
      <p>
        {text}: {changedFields.join(', ')}.
      </p>
      <div className="alert-choices">
        <Button onClick={onShowTheirs}>{showTheirsLabel}</Button>
        <Button busy={isSaving} onClick={onOverwrite}>
          Spara mitt ändå
        </Button>
      </div>
    </Alert>
  );
}
