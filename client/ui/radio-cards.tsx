import { useId } from 'react';
import { FieldError, FieldMark } from './field.tsx';

type Props<Value extends string> = {
  legend: string;
  name: string;
  value: Value | '';
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  error?: string | undefined;
};

export function RadioCards<Value extends string>(props: Props<Value>) {
  const { legend, name, value, options, onChange, error } = props;
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend className="field-label">
        {legend} <FieldMark required />
      </legend>
      <div className="radio-cards">
        {options.map((option) => (
          <label key={option.value} className="radio-card choice">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className="radio-card-dot" aria-hidden="true" />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
