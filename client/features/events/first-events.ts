import type { EventFilter } from '../../../src/features/events/rules';
import { dayInStockholm } from '../../../src/shared/dates';
import type { FirstHome } from '../../../src/shared/first-page';
import { firstPage, renderedAt } from '../../platform/first-page';
import { byMonth, type Month, prepare } from './calendar';
import { writeFilter } from './filter-url';

export type FirstEvents = Pick<FirstHome, 'shown' | 'total' | 'counts'> & { months: readonly Month[] };

/** The first events as they came with the page, when they are what these filters show today. */
export function firstEvents(filter: EventFilter, today: string): FirstEvents | undefined {
  const home = firstPage()?.home;
  if (!home || home.filter !== writeFilter(filter)) return undefined;
  if (dayInStockholm(renderedAt() ?? new Date()) !== today) return undefined;
  const months = byMonth(prepare(home.events)).map((month) => ({
    ...month,
    count: home.months[month.key] ?? month.count,
  }));
  return { months, counts: home.counts, shown: home.shown, total: home.total };
}
