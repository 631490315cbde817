import { Alert } from './alert';
import { Button } from './button';

type Props = {
  /** That somebody else was first, without a stop at its end. */
  text: string;
  /** The labels of what they have changed. */
  changed: string[];
  isSaving: boolean;
  onOverwrite: () => void;
  onTakeTheirs: () => void;
  /** What the button says that shows theirs. */
  takeTheirs?: string;
};

/** Somebody else was first with the same record: nothing of theirs is written over without being seen. */
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
