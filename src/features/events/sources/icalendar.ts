import { sportNamed } from '../../../shared/sports';
import { isWebUrl } from '../../../shared/web-url';
import { type Cells, isCalledOff, lengthsIn, nameIn, placeCells, sportLineCells } from './texts';

const POSTPONED = /^framflyttat\b/im;

function statusOf({ status = '', description = '', summary = '' }: Cells): string {
  if (status.toUpperCase() === 'CANCELLED' || isCalledOff(summary)) return 'cancelled';
  // Others mean by it that a date is not certain.
  return status.toUpperCase() === 'TENTATIVE' && POSTPONED.test(description) ? 'postponed' : 'scheduled';
}

/** What an event of a calendar says about a race. */
export function cellsOf(event: Cells): Cells {
  const { summary = '', start = '', end = '', location = '', description = '', url = '' } = event;
  const line = sportLineCells(description);
  const categories = (event.categories ?? '').split(';');
  return {
    event_name: nameIn(summary),
    event_date: start,
    event_end_date: end,
    sport_type: categories.find(sportNamed) ?? line.sport_type ?? '',
    distances: line.distances ?? '',
    lengths: lengthsIn(`${summary}\n${description}`),
    ...placeCells(location),
    ...(isWebUrl(url) && { race_link: url }),
    ...(event.organizer && { organizer: event.organizer }),
    status: statusOf(event),
  };
}
