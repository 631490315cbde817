import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Takes effect at once, without a save button. */
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
