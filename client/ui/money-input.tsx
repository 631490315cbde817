import { type ComponentProps, useId } from 'react';
import { cx } from './class-names';
import { TextInput } from './inputs';

/**
 * An amount in whole kronor, with the currency inside the field. Parse it with {@link kronorOf}. It is a text input,
 * because a number input drops the comma while `1295,00` is typed, which changes the price.
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

/** Digits with optional spaces. The only allowed fraction is `,00` or `.00`. */
const WHOLE = /^(\d[\d\s]*)([,.]00)?$/;

/** The typed amount in kronor. NaN if it is not a whole number, and `empty` if the field is empty. */
export function kronorOf(text: string, empty = Number.NaN): number {
  const typed = text.trim();
  if (!typed) return empty;
  return Number(WHOLE.exec(typed)?.[1]?.replace(/\s/g, '') ?? Number.NaN);
}
