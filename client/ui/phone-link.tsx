import type { ReactNode } from 'react';
import { telUrl } from '#src/shared/text.ts';

type Props = { phone: string; className?: string; children?: ReactNode };

/** A value without digits is shown as plain text. */
export function PhoneLink({ phone, className, children = phone }: Props) {
  if (!/\d/.test(phone)) return <span className={className}>{phone}</span>;
  return (
    <a className={className} href={telUrl(phone)}>
      {children}
    </a>
  );
}
