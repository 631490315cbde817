import { kilometresBetween, type Spot } from '../../../shared/geo';
import { LANDSKAP, type Landskap, landskapNamed } from '../../../shared/landskap';
import { fold } from '../../../shared/text';
import gazetteer from './gazetteer.generated.json';

/** Where an event says that it is: its own fields, each of which may be missing. */
export type WhereText = { ort: string | null; address: string | null; landskap: string | null };

/** A spot and how it was found; `landskap` is only the middle of the landskap, so approximate (D29). */
export type FoundPlace = Spot & { place_source: 'gazetteer' | 'landskap' };

type Place = Spot & { landskap: Landskap };

/** What scripts/make-places.ts makes: by landskap its middle, and its places as name, latitude, longitude. */
export type Atlas = Partial<Record<Landskap, { middle: number[]; places: (string | number)[][] }>>;

/** How near a landskap a place counts as lying in it, and how near each other two spots are one place (D29). */
const NEAR_KM = 25;

const spot = (latitude: unknown, longitude: unknown): Spot => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
});
const exactKey = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The one place that the candidates mean; undefined when there is none, or when they lie apart and nobody knows which. */
function theOne(candidates: readonly Place[]): Place | undefined {
  const [first, ...others] = candidates;
  return first && others.every((other) => kilometresBetween(first, other) <= NEAR_KM) ? first : undefined;
}

/** The places of an atlas, found by name. */
export function readAtlas(atlas: Atlas) {
  const placesOf = new Map<Landskap, Place[]>();
  const byExactName = new Map<string, Place[]>();
  const byFoldedName = new Map<string, Place[]>();
  for (const landskap of LANDSKAP) {
    const here: Place[] = [];
    placesOf.set(landskap, here);
    for (const [name, latitude, longitude] of atlas[landskap]?.places ?? []) {
      const place = { ...spot(latitude, longitude), landskap };
      here.push(place);
      const exact = exactKey(String(name));
      const folded = fold(String(name));
      byExactName.set(exact, [...(byExactName.get(exact) ?? []), place]);
      byFoldedName.set(folded, [...(byFoldedName.get(folded) ?? []), place]);
    }
  }

  /** The middle of a landskap: where an event stands of which nothing nearer is known (D29). */
  function middleOf(landskap: Landskap): Spot {
    const [latitude, longitude] = atlas[landskap]?.middle ?? [];
    return spot(latitude, longitude);
  }

  /** Whether a spot lies in or near the landskap: close to one of the places known there, or to its middle. */
  function isNearLandskap(at: Spot, landskap: Landskap, within = NEAR_KM): boolean {
    const near = (other: Spot) => kilometresBetween(at, other) <= within;
    return near(middleOf(landskap)) || (placesOf.get(landskap) ?? []).some(near);
  }

  /** Of several places of one name: the one in the landskap, else the one near it, else (with a landskap) none. */
  function choose(candidates: readonly Place[], landskap: Landskap | undefined): Place | undefined {
    if (!landskap) return theOne(candidates);
    const inside = candidates.filter((place) => place.landskap === landskap);
    return theOne(inside.length > 0 ? inside : candidates.filter((place) => isNearLandskap(place, landskap)));
  }

  /** Exactly as written before folded: Åby is not Aby, but "Vasteras" is Västerås when nothing is called that. */
  function lookUp(name: string, landskap: Landskap | undefined): Spot | undefined {
    const place =
      choose(byExactName.get(exactKey(name)) ?? [], landskap) ??
      choose(byFoldedName.get(fold(name)) ?? [], landskap);
    return place && { latitude: place.latitude, longitude: place.longitude };
  }

  return { middleOf, isNearLandskap, lookUp };
}

const sweden = readAtlas(gazetteer.landskap);
export const { middleOf, isNearLandskap } = sweden;

const POSTCODE = /\b(?:se-?)?\d{3} ?\d{2}\b/gi;

/** An import has 20,000 events: of a text with more parts than a place has, the rest is not looked up. */
const PARTS_MAX = 8;
/** No place has a longer name. Unicode normalization of a longer text can take tens of milliseconds. */
const NAME_MAX = 100;

/** The whole text first, then its parts; of an address the town comes last: `Vasagatan 1, 792 30 Mora`. */
function namesIn({ ort, address }: WhereText): string[] {
  const parts = (text: string) => text.split(/[,;/()–|]| - /).map((part) => part.trim());
  const names = [
    ...(ort ? [ort, ...parts(ort).slice(0, PARTS_MAX)] : []),
    ...(address ? parts(address.replace(POSTCODE, ' ')).reverse().slice(0, PARTS_MAX) : []),
  ];
  return [...new Set(names.filter((name) => name !== '' && name.length <= NAME_MAX))];
}

/**
 * The spot of an event by its ort, else its address, in the bundled gazetteer; the landskap decides between places
 * of one name. Failing those the middle of the landskap; null when nothing is known (D29).
 */
export function findPlace(where: WhereText): FoundPlace | null {
  const names = namesIn(where);
  const landskap = landskapNamed(where.landskap ?? '');
  for (const name of names) {
    const place = sweden.lookUp(name, landskap);
    if (place) return { ...place, place_source: 'gazetteer' };
  }
  // An ort may itself be a landskap: "Gotland".
  const region = landskap ?? names.map((name) => landskapNamed(name)).find((named) => named !== undefined);
  return region ? { ...middleOf(region), place_source: 'landskap' } : null;
}
