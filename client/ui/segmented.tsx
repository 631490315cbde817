import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

type Option<Value extends string> = { value: Value; label: ReactNode };

type Props<Value extends string> = {
  legend: string;
  name: string;
  /** Undefined if none is chosen. */
  value: Value | undefined;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

export function Segmented<Value extends string>(props: Props<Value>) {
  const { legend, name, value, options, onChange, className } = props;
  return (
    <fieldset className={cx('segmented', className)}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="segmented-option choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
