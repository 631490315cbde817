import type { ReactNode } from 'react';
import { dialled } from '../../src/shared/text';

type Props = { phone: string; className?: string; children?: ReactNode };

/** A number to ring; what somebody wrote there that has no digits is only read. */
export function PhoneLink({ phone, className, children = phone }: Props) {
  if (!/\d/.test(phone)) return <span className={className}>{phone}</span>;
  return (
    <a className={className} href={dialled(phone)}>
      {children}
    </a>
  );
}
