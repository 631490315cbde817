import { findPlace, type NamedPlace, placeNames, suggestPlaces } from '#src/shared/gazetteer.ts';
import type { GeoPosition } from '#src/shared/geo.ts';
import { meaningsOf } from '../search/understand.ts';
import { mostSimilar, normalize } from '../search/words.ts';

const SUGGESTIONS_MAX = 8;

/** A place, and the value of `near` that finds it. */
export type SuggestedPlace = NamedPlace & { near: string };

/** Reads `Mora`, or `Åby, Småland`. */
export function findNamedPlace(near: string): GeoPosition | null {
  const [, ort = near, landskap = null] = /^(.*),\s*([^,]+)$/.exec(near) ?? [];
  return findPlace({ ort, address: null, landskap });
}

/** Of a short name ("gbg") also the town that it means; of a misspelt one ("upsala") the places spelled like it. */
export function suggestPlacesNear(text: string): SuggestedPlace[] {
  const word = normalize(text.trim());
  const meant = meaningsOf(word).flatMap((meaning) => ('name' in meaning ? [meaning.name] : []));
  const places = [...meant, text].flatMap((name) => suggestPlaces(name, SUGGESTIONS_MAX));
  const found = places.length > 0 ? places : similarNames(word).flatMap((name) => suggestPlaces(name, 1));
  return [...new Set(found)].slice(0, SUGGESTIONS_MAX).map((place) => ({ ...place, near: nearOf(place) }));
}

const similarNames = (word: string): string[] =>
  mostSimilar(word, new Set(placeNames().map(normalize))).similar;

/** The shortest value that finds this place. Some names occur twice in one landskap: those need coordinates. */
function nearOf({ name, landskap, latitude, longitude }: NamedPlace): string {
  const isFoundBy = (near: string) => {
    const found = findNamedPlace(near);
    return found?.latitude === latitude && found.longitude === longitude;
  };
  return [name, `${name}, ${landskap}`].find(isFoundBy) ?? `${latitude},${longitude}`;
}
