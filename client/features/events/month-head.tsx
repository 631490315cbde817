import { formatCount } from '../../../src/shared/text';
import { cx } from '../../ui/class-names';
import type { Month } from './calendar';

export function MonthHead({ month }: { month: Month }) {
  return (
    <>
      <h2 className={cx('type-month', month.title.endsWith('ember') && 'month-long')}>{month.title}</h2>
      <span className="month-count">
        {month.year} · {formatCount(month.count)} evenemang
      </span>
    </>
  );
}
