import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  /** Its name for a reader; what it does stands beside it or in the head of its column. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** On or off, at once: nothing is to be saved afterwards. */
export function Switch({ label, checked, onChange, ...rest }: Props) {
  return (
    <label className="switch">
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-label={label}
        className="visually-hidden"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch-track" aria-hidden="true" />
    </label>
  );
}
