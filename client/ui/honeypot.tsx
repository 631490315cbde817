import type { ComponentProps } from 'react';

/** A field that people neither see nor reach, and machines fill in (D23). */
export function Honeypot(props: Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange'>) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Lämna fältet tomt
        <input type="text" {...props} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
