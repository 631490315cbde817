import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  /** Only screen readers read the label. */
  isLabelHidden?: boolean;
};

export function Checkbox({ label, isLabelHidden, ...rest }: Props) {
  return (
    <label className="checkbox choice">
      <input {...rest} type="checkbox" />
      <span className="checkbox-box">
        <Check size={18} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}
