import { Circle, CircleCheck } from 'lucide-react';
import { cx } from './class-names.ts';

export type PasswordRule = {
  label: string;
  holds: (password: string) => boolean;
  isHiddenWhenMet?: boolean;
};

type Props = { password: string; rules: readonly PasswordRule[] };

export function PasswordChecklist({ password, rules }: Props) {
  return (
    <ul className="checklist" aria-live="polite">
      {rules.map(({ label, holds, isHiddenWhenMet }) => {
        const isMet = holds(password);
        if (isMet && isHiddenWhenMet) return null;
        const Icon = isMet ? CircleCheck : Circle;
        return (
          <li key={label} className={cx('checklist-item', isMet && 'checklist-met')} aria-atomic="true">
            <Icon size={18} aria-hidden="true" />
            <span>
              {label}
              {isMet && <span className="visually-hidden"> uppfyllt</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
