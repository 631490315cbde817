import { type ComponentProps, useId } from 'react';
import { cx } from './class-names';
import { TextInput } from './inputs';

/** Whole kronor from 0 up, with the currency inside the field (section 5). */
export function MoneyInput({ className, ...rest }: ComponentProps<'input'>) {
  const unit = useId();
  return (
    <span className={cx('money', className)}>
      <TextInput
        {...rest}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        autoComplete="off"
        aria-describedby={[rest['aria-describedby'], unit].filter(Boolean).join(' ')}
        // Browsers count up and down when the page is scrolled over a number that has focus.
        onWheel={(event) => event.currentTarget.blur()}
      />
      <span className="money-unit" id={unit}>
        SEK
      </span>
    </span>
  );
}

/**
 * The kronor that stand in the field of that name: NaN when it is no number, `empty` when nothing stands there. Read
 * from the field itself, since the value of a number field is empty for both.
 */
export function kronorIn(form: HTMLFormElement | null, name: string, empty = Number.NaN): number {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement) || field.validity.badInput) return Number.NaN;
  return field.value.trim() === '' ? empty : Number(field.value);
}
