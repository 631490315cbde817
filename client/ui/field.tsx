import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a control needs to be tied to its label and error. Spread it on the control. */
export type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/** What a control made of several parts is handed. */
export type ControlProps<Value> = {
  wiring: Wiring;
  name: string;
  value: Value;
  onChange: (value: Value) => void;
};

type Props = {
  label: string;
  /** The sentence under the control when it does not hold. */
  error?: string | undefined;
  /** `*` after the label; the schema decides what is required, so the browser does not (D26). */
  required?: boolean;
  /** "(valfritt)" after the label. */
  optional?: boolean;
  /** A line under the control, read out with it. */
  hint?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
};

/** Label above, control and error below, all tied together (D26). */
export function Field({ label, error, required = false, optional = false, hint, children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} <FieldMark required={required} optional={optional} />
      </label>
      {children({
        id,
        'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldError id={errorId} error={error} />
      {hint && (
        <div className="field-hint" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** `*` or "(valfritt)". */
export function FieldMark({
  required = false,
  optional = false,
}: {
  required?: boolean;
  optional?: boolean;
}) {
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
