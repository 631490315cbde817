import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** The `summary` of a `details` element, with the chevron of the design instead of the browser's triangle. */
export function FoldSummary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary className={cx('fold-summary', className)}>
      <span>{children}</span>
      <ChevronDown size={20} aria-hidden="true" />
    </summary>
  );
}
