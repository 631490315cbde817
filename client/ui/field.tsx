import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** Connects a control with its label and error. Spread it on the control. */
export type AriaProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export type ControlProps<Value> = {
  ariaProps: AriaProps;
  name: string;
  value: Value;
  onChange: (value: Value) => void;
};

type Props = {
  label: string;
  error?: string | undefined;
  /** Shows `*` after the label. The schema validates, not the browser. */
  required?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  children: (ariaProps: AriaProps) => ReactNode;
};

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

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id} role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      {error}
    </p>
  );
}
