import type { ReactNode } from 'react';
import { isWebUrl } from '../../src/shared/web-url';

type Props = {
  href: string;
  className?: string;
  /** What it leads to, for a reader who hears the link alone; the new tab is then told too. */
  about?: string;
  /** Shown where the address is none that may be linked to. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** A link out of the product, in a new tab. Only http(s) is linked to (D20), whatever was stored. */
export function OutLink({ href, className, about, otherwise = null, children }: Props) {
  if (!isWebUrl(href)) return otherwise;
  return (
    <a className={className} href={href} target="_blank" rel="noopener" draggable={false}>
      {children}
      {about && <span className="visually-hidden">: {about} (ny flik)</span>}
    </a>
  );
}
