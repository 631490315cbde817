import { IMPORT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { pick } from '#src/shared/pick.ts';
import type { PreviewRow } from '../contract.ts';
import type { PlannedRow } from './plan.ts';

/** In characters of JSON for the whole preview: twice the text of the largest file. */
const PREVIEW_LENGTH_MAX = 20_000_000;

function previewRow({ number, outcome, event }: PlannedRow): PreviewRow {
  return {
    row: number,
    outcome,
    ...pick(event, IMPORT_FIELD_NAMES),
    distances: joinDistances(event.distances),
    latitude: event.latitude,
    longitude: event.longitude,
    is_approximate: event.place_source === 'landskap',
  };
}

/** Two plans with the same hash make the same changes. */
export function createPreview() {
  const rows: PreviewRow[] = [];
  const hash = new Bun.CryptoHasher('sha256');
  let remainingLength = PREVIEW_LENGTH_MAX;
  let omittedCount = 0;
  return {
    add: (planned: PlannedRow): void => {
      const row = previewRow(planned);
      const text = JSON.stringify(row);
      hash.update(text);
      remainingLength -= text.length;
      if (remainingLength < 0) omittedCount++;
      else rows.push(row);
    },
    addError: (error: string): void => {
      hash.update(JSON.stringify(error));
    },
    finish: () => ({ rows, omitted_rows: omittedCount, preview: hash.digest('hex') }),
  };
}
