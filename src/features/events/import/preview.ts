import { joinDistances } from '../../../shared/distances';
import { pick } from '../../../shared/pick';
import { IMPORT_NAMES } from '../fields';
import type { PreviewRow } from './contract';
import type { PlannedRow } from './plan';

/** In characters of JSON for the whole preview: twice the text of the largest file. */
const PREVIEW_MAX = 20_000_000;

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

/** Two plans with the same hash make the same changes. */
export function gatherPreview() {
  const rows: PreviewRow[] = [];
  const hash = new Bun.CryptoHasher('sha256');
  let remaining = PREVIEW_MAX;
  let omitted = 0;
  return {
    add: (planned: PlannedRow): void => {
      const row = previewRow(planned);
      const text = JSON.stringify(row);
      hash.update(text);
      remaining -= text.length;
      if (remaining < 0) omitted++;
      else rows.push(row);
    },
    end: (errors: readonly string[]) => {
      hash.update(JSON.stringify(errors));
      return { rows, omitted_rows: omitted, preview: hash.digest('hex') };
    },
  };
}
