import { formatCount } from '../../../src/shared/text';
import { cx } from '../../ui/class-names';
import type { Section } from './filter/sections';

/** Matches `September`, `November` and `December`. */
const isLongMonth = (title: string) => title.endsWith('ember');

export function SectionHead({ section: { title, year, count } }: { section: Section }) {
  return (
    <>
      <h2 className={cx(year ? 'type-month' : 'type-section', isLongMonth(title) && 'month-long')}>
        {title}
      </h2>
      <span className="month-count">
        {year && `${year} · `}
        {formatCount(count)} evenemang
      </span>
    </>
  );
}
