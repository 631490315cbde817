import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';

type ButtonKind = 'primary' | 'secondary' | 'soft' | 'quiet' | 'link' | 'danger';

type Look = {
  kind?: ButtonKind;
  large?: boolean;
  wide?: boolean;
  icon?: ReactNode;
};

const classOf = ({ kind = 'secondary', large, wide }: Look, extraClass?: string) =>
  cx('button', `button-${kind}`, large && 'button-large', wide && 'button-wide', extraClass);

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Replaces the icon with a spinner and ignores presses. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  kind,
  large,
  wide,
  icon,
  busy = false,
  'aria-disabled': ariaDisabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ kind, large, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || ariaDisabled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  kind,
  large,
  wide,
  icon,
  className,
  children,
  ...rest
}: Look & LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link {...rest} className={classOf({ kind, large, wide }, className)}>
      {icon}
      {children}
    </Link>
  );
}
