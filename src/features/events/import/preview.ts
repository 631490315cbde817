import { joinDistances } from '../../../shared/distances';
import { pick } from '../../../shared/pick';
import { IMPORT_NAMES } from '../fields';
import type { PreviewRow } from './contract';
import type { PlannedRow } from './plan';

/** Characters of all the rows of a preview together: twice what the texts of the largest file come to. */
const PREVIEW_MAX = 20_000_000;

/** A planned row as the preview shows it. */
function previewRow({ number, outcome, event }: PlannedRow): PreviewRow {
  return {
    row: number,
    outcome,
    ...pick(event, IMPORT_NAMES),
    distances: joinDistances(event.distances),
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
