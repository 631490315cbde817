import type { ReactNode } from 'react';
import { isWebUrl } from '../../src/shared/web-url';

type Props = {
  href: string;
  className?: string;
  /** Tells screen readers where the link leads. */
  about?: string;
  /** Shown instead if the URL is not allowed. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** Only http(s) URLs become links, whatever is stored. */
export function ExternalLink({ href, className, about, otherwise = null, children }: Props) {
  if (!isWebUrl(href)) return otherwise;
  return (
    <a className={className} href={href} target="_blank" rel="noopener" draggable={false}>
      {children}
      {about && <span className="visually-hidden">: {about} (ny flik)</span>}
    </a>
  );
}
