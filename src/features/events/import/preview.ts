import { joinDistances } from '../../../shared/distances';
import type { PreviewRow } from './contract';
import type { PlannedRow } from './plan';

/** Characters of all the rows of a preview together: twice what the texts of the largest file come to. */
const PREVIEW_MAX = 20_000_000;

/** A planned row as the preview shows it. */
function previewRow({ number, outcome, event }: PlannedRow): PreviewRow {
  return {
    row: number,
    outcome,
    event_name: event.event_name,
    event_date: event.event_date,
    event_end_date: event.event_end_date,
    sport_type: event.sport_type,
    distances: joinDistances(event.distances),
    ort: event.ort,
    landskap: event.landskap,
    address: event.address,
    race_link: event.race_link,
    result_link: event.result_link,
    organizer: event.organizer,
    latitude: event.latitude,
    longitude: event.longitude,
    is_approximate: event.place_source === 'landskap',
  };
}

/**
 * Gathers the rows of a preview until they would be too much to answer, and a name for all of them: two plans of the same
 * name do the same.
 */
export function gatherPreview() {
  const rows: PreviewRow[] = [];
  const hash = new Bun.CryptoHasher('sha256');
  let room = PREVIEW_MAX;
  let omitted = 0;
  return {
    add: (planned: PlannedRow): void => {
      const row = previewRow(planned);
      const text = JSON.stringify(row);
      hash.update(text);
      room -= text.length;
      if (room < 0) omitted++;
      else rows.push(row);
    },
    end: (errors: readonly string[]) => {
      hash.update(JSON.stringify(errors));
      return { rows, omitted_rows: omitted, preview: hash.digest('hex') };
    },
  };
}
