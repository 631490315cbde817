import { readTitle } from '#src/features/imports/rows/title-words.ts';
import { sportNamed } from '#src/shared/sports.ts';
import { isWebUrl, withScheme } from '#src/shared/web-url.ts';
import { type Cells, sportLineCells, stateCells } from './cells.ts';
import { lengthsIn } from './lengths.ts';
import { placeCells } from './places-in-texts.ts';
import { plainText } from './plain-text.ts';

const POSTPONED = /^framflyttat\b/im;

function stateOf(status: string, description: string): string | undefined {
  if (/^cancell?ed$/i.test(status)) return 'cancelled';
  // Others mean by it that a date is not certain.
  return /^tentative$/i.test(status) && POSTPONED.test(description) ? 'postponed' : undefined;
}

/** `GEO:57.7089;11.9746`, for a place whose town is not known. */
function withPosition(place: Cells, geo: string): Cells {
  const [, latitude, longitude] = /^(\d{2}\.\d{3,12}) ?; ?(\d{1,2}\.\d{3,12})$/.exec(geo) ?? [];
  if (place.ort || !latitude || place.address?.includes(latitude)) return place;
  return { ...place, address: [place.address, `${latitude}, ${longitude}`].filter(Boolean).join(', ') };
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
    ...withPosition(placeCells(location), event.geo ?? ''),
    ...(isWebUrl(withScheme(url)) && { race_link: withScheme(url) }),
    ...(organizer && { organizer: plainText(organizer) }),
    ...stateCells(title, stateOf(status, description)),
  };
}
