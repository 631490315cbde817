import type { ComponentProps } from 'react';

/** A hidden field that only bots fill in. */
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
