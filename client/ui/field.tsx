import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a control needs to be tied to its label, hint and error. Spread it on the control. */
export type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type Props = {
  label: string;
  /** The sentence under the control when it does not hold. */
  error?: string | undefined;
  hint?: ReactNode;
  /** `*` after the label; the schema decides what is required, so the browser does not (D26). */
  required?: boolean;
  /** "(valfritt)" after the label. */
  optional?: boolean;
  children: (wiring: Wiring) => ReactNode;
};

/** Label above, control, hint and error below, all tied together (D26). */
export function Field({ label, error, hint, required = false, optional = false, children }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} <FieldMark required={required} optional={optional} />
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** `*` or "(valfritt)". */
export function FieldMark({ required, optional }: { required: boolean; optional: boolean }) {
  if (required) {
    return (
      <span className="field-mark field-mark-required" aria-hidden="true">
        *
      </span>
    );
  }
  return optional ? <span className="field-mark">(valfritt)</span> : null;
}

/** The error line of a control, read out when it comes. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id} role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      {error}
    </p>
  );
}
