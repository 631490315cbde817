import { type ComponentProps, useId } from 'react';
import { cx } from './class-names.ts';
import { TextInput } from './inputs.tsx';

/**
 * Not a number input: it drops the comma while `1295,00` is typed, which changes the price. Parse with {@link
 * kronorOf}.
 */
export function MoneyInput({ className, ...rest }: ComponentProps<'input'>) {
  const unitId = useId();
  return (
    <span className={cx('money', className)}>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        aria-describedby={[rest['aria-describedby'], unitId].filter(Boolean).join(' ')}
      />
      <span className="money-unit" id={unitId}>
        SEK
      </span>
    </span>
  );
}

/** The only allowed fraction is `,00` or `.00`. */
const WHOLE_AMOUNT = /^(\d[\d\s]*)([,.]00)?$/;

/** NaN if the amount is not a whole number, and `empty` if the field is empty. */
export function kronorOf(text: string, empty = Number.NaN): number {
  const typed = text.trim();
  if (!typed) return empty;
  return Number(WHOLE_AMOUNT.exec(typed)?.[1]?.replace(/\s/g, '') ?? Number.NaN);
}
