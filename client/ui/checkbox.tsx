import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

export function Checkbox({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <label className="checkbox choice">
      <input {...rest} type="checkbox" />
      <span className="checkbox-box">
        <Check size={18} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span>{label}</span>
    </label>
  );
}
