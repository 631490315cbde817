import { findPlace, type NamedPlace, suggestPlaces } from '#src/shared/gazetteer.ts';
import type { GeoPosition } from '#src/shared/geo.ts';

const SUGGESTIONS_MAX = 8;

/** A place, and the value of `near` that finds it. */
export type SuggestedPlace = NamedPlace & { near: string };

/** Reads `Mora`, or `Åby, Småland`. */
export function findNamedPlace(near: string): GeoPosition | null {
  const [, ort = near, landskap = null] = /^(.*),\s*([^,]+)$/.exec(near) ?? [];
  return findPlace({ ort, address: null, landskap });
}

export const suggestPlacesNear = (text: string): SuggestedPlace[] =>
  suggestPlaces(text, SUGGESTIONS_MAX).map((place) => ({ ...place, near: nearOf(place) }));

/** The shortest value that finds this place. Some names occur twice in one landskap: those need coordinates. */
function nearOf({ name, landskap, latitude, longitude }: NamedPlace): string {
  const isFoundBy = (near: string) => {
    const found = findNamedPlace(near);
    return found?.latitude === latitude && found.longitude === longitude;
  };
  return [name, `${name}, ${landskap}`].find(isFoundBy) ?? `${latitude},${longitude}`;
}
