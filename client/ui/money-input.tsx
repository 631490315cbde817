import { type ComponentProps, useId } from 'react';
import { cx } from './class-names';
import { TextInput } from './inputs';

/**
 * Whole kronor from 0 up, with the currency inside the field (section 5); {@link kronorOf} reads them. Text and no
 * number field: that one drops the comma of `1295,00` as it is typed, and has another price.
 */
export function MoneyInput({ className, ...rest }: ComponentProps<'input'>) {
  const unit = useId();
  return (
    <span className={cx('money', className)}>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        aria-describedby={[rest['aria-describedby'], unit].filter(Boolean).join(' ')}
      />
      <span className="money-unit" id={unit}>
        SEK
      </span>
    </span>
  );
}

/** Digits, spaces between them, and no more of a fraction than that there is none. */
const WHOLE = /^(\d[\d\s]*)([,.]00)?$/;

/** The kronor that were typed: NaN when they are not whole or no number, `empty` when nothing was. */
export function kronorOf(text: string, empty = Number.NaN): number {
  const typed = text.trim();
  if (!typed) return empty;
  return Number(WHOLE.exec(typed)?.[1]?.replace(/\s/g, '') ?? Number.NaN);
}
