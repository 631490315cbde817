import { sportNamed } from '../../../shared/sports';
import { isWebUrl } from '../../../shared/web-url';
import { type Cells, lengthsIn, placeCells, plainText, readTitle, sportLineCells, stateCells } from './texts';

const POSTPONED = /^framflyttat\b/im;

function stateOf(status: string, description: string): string | undefined {
  if (/^cancell?ed$/i.test(status)) return 'cancelled';
  // Others mean by it that a date is not certain.
  return /^tentative$/i.test(status) && POSTPONED.test(description) ? 'postponed' : undefined;
}

/** What an event of a calendar says about a race. */
export function cellsOf(event: Cells): Cells {
  const { start = '', end = '', url = '', status = '', organizer = '' } = event;
  const [summary, location, description] = [event.summary, event.location, event.description].map(
    (text = '') => plainText(text),
  ) as [string, string, string];
  const title = readTitle(summary);
  const line = sportLineCells(description);
  const categories = (event.categories ?? '').split(';');
  return {
    event_name: title.name,
    event_date: start,
    event_end_date: end,
    sport_type: categories.find(sportNamed) ?? line.sport_type ?? '',
    distances: line.distances ?? '',
    lengths: lengthsIn(`${summary}\n${description}`),
    ...placeCells(location),
    ...(isWebUrl(url) && { race_link: url }),
    ...(organizer && { organizer: plainText(organizer) }),
    ...stateCells(title, stateOf(status, description)),
  };
}
