import { cx } from '#client/ui/class-names.ts';
import { formatCount } from '#src/shared/text.ts';
import type { Section } from '../filter/sections.ts';

/** Matches `September`, `November` and `December`. */
const isLongMonth = (title: string) => title.includes('ember');

export function SectionHead({ section: { title, year, count } }: { section: Section }) {
  return (
    <>
      <h2 className={cx(year ? 'type-month' : 'type-section', isLongMonth(title) && 'month-long')}>
        {title}
      </h2>
      <span className="month-count">
        {year && !title.endsWith(year) && `${year} · `}
        {formatCount(count)} evenemang
      </span>
    </>
  );
}
