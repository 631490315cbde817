import type { ReactNode } from 'react';
import { isWebUrl } from '#src/shared/web-url.ts';

type Props = {
  href: string;
  className?: string;
  /** Tells screen readers where the link leads. */
  linkLabel?: string;
  /** Shown instead if the URL is not allowed. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Only http(s) URLs become links, whatever is stored. */
export function ExternalLink({ href, className, linkLabel, fallback = null, children }: Props) {
  if (!isWebUrl(href)) return fallback;
  return (
    <a className={className} href={href} target="_blank" rel="noopener" draggable={false}>
      {children}
      {linkLabel && <span className="visually-hidden">: {linkLabel} (ny flik)</span>}
    </a>
  );
}
