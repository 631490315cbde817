import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cx } from './class-names.ts';

export function IconButton({
  label,
  children,
  kind = 'quiet',
  className,
  ...rest
}: Omit<ButtonProps, 'icon' | 'children'> & { label: string; children: ReactNode }) {
  return (
    <Button
      kind={kind}
      {...rest}
      className={cx('button-icon', className)}
      aria-label={label}
      icon={children}
    />
  );
}
