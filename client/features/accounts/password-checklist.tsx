import { Circle, CircleCheck } from 'lucide-react';
import { PASSWORD_RULES } from '../../../src/features/accounts/contract';
import { cx } from '../../ui/class-names';

/** The rules of a password (section 9) and which of them hold, as it is typed; said to readers too. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="checklist" aria-live="polite">
      {PASSWORD_RULES.map(({ label, holds }) => {
        const isMet = holds(password);
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
