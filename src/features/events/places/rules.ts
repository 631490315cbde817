import { type FoundPlace, findPlace, type PlaceText } from '#src/shared/gazetteer.ts';
import type { ColumnValues } from '../contract.ts';

export type Position = {
  latitude: number | null;
  longitude: number | null;
  place_source: FoundPlace['place_source'] | null;
};

export const NO_POSITION: Position = { latitude: null, longitude: null, place_source: null };

export function positionFromGazetteer(where: PlaceText): Position {
  const { latitude, longitude, place_source } = findPlace(where) ?? NO_POSITION;
  return { latitude, longitude, place_source };
}

/** Whether a change needs a new position: the place is another, and no admin set the position by hand. */
export const needsPosition = (
  before: PlaceText & { place_source: string | null },
  after: PlaceText,
): boolean =>
  before.place_source !== 'admin' &&
  (after.ort !== before.ort || after.address !== before.address || after.landskap !== before.landskap);

/** What a change does to the position. */
export function positionAfterChange(
  before: PlaceText & { place_source: string | null },
  fields: ColumnValues,
): Partial<Position> {
  const after: typeof before = { ...before, ...fields };
  return needsPosition(before, after) ? positionFromGazetteer(after) : {};
}
