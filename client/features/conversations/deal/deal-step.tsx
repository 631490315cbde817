import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useToday } from '#client/platform/page/clock.ts';
import type { DealStep as Step } from '#src/features/conversations/contract.ts';
import { dayInStockholm, formatDayOfYear } from '#src/shared/dates.ts';
import { STEP_LABELS } from './step-texts.ts';

type Props = {
  step: Step;
  isTicked: boolean;
  /** Of who ticked it. */
  name: string;
  disabled: boolean;
  onTick: (done: boolean) => void;
  /** Shown below it. */
  children?: ReactNode;
};

export function DealStep({ step: { key, done_at }, isTicked, name, disabled, onTick, children }: Props) {
  const today = useToday();
  const id = useId();
  return (
    <li className="deal-step">
      <label className="checkbox choice">
        <input
          type="checkbox"
          checked={isTicked}
          disabled={disabled}
          aria-describedby={id}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span className="checkbox-box">
          <Check size={18} strokeWidth={2.6} aria-hidden="true" />
        </span>
        <span>{STEP_LABELS[key]}</span>
      </label>
      <div className="deal-step-about" id={id}>
        {done_at && (
          <p className="deal-step-who">
            {name}, {formatDayOfYear(dayInStockholm(new Date(done_at)), today)}
          </p>
        )}
        {children}
      </div>
    </li>
  );
}
