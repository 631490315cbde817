import gazetteer from './gazetteer.generated.json';
import { type GeoPosition, isAroundSweden, kilometresBetween } from './geo.ts';
import { LANDSKAP, type Landskap, landskapNamed } from './landskap.ts';
import { fold } from './text.ts';

/** Longer than any place name. Unicode normalization of long texts can take tens of milliseconds. */
const NAME_MAX = 100;

export type PlaceText = { ort: string | null; address: string | null; landskap: string | null };

/** `landskap` is the middle of the landskap, so only approximate. */
export type FoundPlace = GeoPosition & { place_source: 'gazetteer' | 'landskap' };

type Place = GeoPosition & { landskap: Landskap };
export type NamedPlace = Place & { name: string };

/** Made by scripts/make-places.ts: per landskap its middle, and its places as name, latitude, longitude. */
type Atlas = Partial<Record<Landskap, { middle: number[]; places: (string | number)[][] }>>;

/** A place this close to a landskap counts as inside it. Positions this close to each other count as one place. */
const NEAR_KM = 25;

const toPosition = (latitude: unknown, longitude: unknown): GeoPosition => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
});
const exactKey = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

function pickIfUnambiguous(candidates: readonly Place[]): Place | undefined {
  const [first, ...others] = candidates;
  return first && others.every((other) => kilometresBetween(first, other) <= NEAR_KM) ? first : undefined;
}

export function readAtlas(atlas: Atlas) {
  const placesByLandskap = new Map<Landskap, Place[]>();
  const byExactName = new Map<string, NamedPlace[]>();
  const byFoldedName = new Map<string, NamedPlace[]>();
  for (const landskap of LANDSKAP) {
    const places: NamedPlace[] = [];
    placesByLandskap.set(landskap, places);
    for (const [name, latitude, longitude] of atlas[landskap]?.places ?? []) {
      const place = { name: String(name), ...toPosition(latitude, longitude), landskap };
      places.push(place);
      const exactName = exactKey(String(name));
      const foldedName = fold(String(name));
      byExactName.set(exactName, [...(byExactName.get(exactName) ?? []), place]);
      byFoldedName.set(foldedName, [...(byFoldedName.get(foldedName) ?? []), place]);
    }
  }

  function middleOf(landskap: Landskap): GeoPosition {
    const [latitude, longitude] = atlas[landskap]?.middle ?? [];
    return toPosition(latitude, longitude);
  }

  function isNearLandskap(position: GeoPosition, landskap: Landskap, withinKm = NEAR_KM): boolean {
    const isNear = (other: GeoPosition) => kilometresBetween(position, other) <= withinKm;
    return isNear(middleOf(landskap)) || (placesByLandskap.get(landskap) ?? []).some(isNear);
  }

  /** Prefers the place in the landskap, else one near it. Without a landskap, the name must be unambiguous. */
  function choosePlace(candidates: readonly Place[], landskap: Landskap | undefined): Place | undefined {
    if (!landskap) return pickIfUnambiguous(candidates);
    const inside = candidates.filter((place) => place.landskap === landskap);
    return pickIfUnambiguous(
      inside.length > 0 ? inside : candidates.filter((place) => isNearLandskap(place, landskap)),
    );
  }

  /** Åby is not Aby, but "Vasteras" finds Västerås because no place has that exact name. */
  function lookUp(name: string, landskap: Landskap | undefined): GeoPosition | undefined {
    const place =
      choosePlace(byExactName.get(exactKey(name)) ?? [], landskap) ??
      choosePlace(byFoldedName.get(fold(name)) ?? [], landskap);
    return place && { latitude: place.latitude, longitude: place.longitude };
  }

  /** The town of this name in one of the landskap, or, without any, the first of the name. */
  function townNamed(name: string, within: readonly Landskap[]): NamedPlace | undefined {
    if (name.length > NAME_MAX) return undefined;
    const named = byExactName.get(exactKey(name)) ?? byFoldedName.get(fold(name)) ?? [];
    return within.length > 0 ? named.find(({ landskap }) => within.includes(landskap)) : named[0];
  }

  /** The places named exactly so, then those whose name starts with the text, then those that contain it. */
  function suggest(text: string, limit: number): NamedPlace[] {
    const query = fold(text);
    if (!query) return [];
    const exactName = exactKey(text);
    const rankOf = (foldedName: string, name: string) => {
      if (foldedName === query) return exactKey(name) === exactName ? 0 : 1;
      return foldedName.startsWith(query) ? 2 : 3;
    };
    return [...byFoldedName]
      .filter(([foldedName]) => foldedName.includes(query))
      .flatMap(([foldedName, places]) =>
        places.map((place) => ({ place, rank: rankOf(foldedName, place.name) })),
      )
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ place }) => place);
  }

  const names = (): string[] => [...byExactName.values()].flatMap(([first]) => first?.name ?? []);

  return { middleOf, isNearLandskap, lookUp, townNamed, suggest, names };
}

const sweden = readAtlas(gazetteer.landskap);
export const { middleOf, isNearLandskap, townNamed, suggest: suggestPlaces, names: placeNames } = sweden;

const POSTCODE = /\b(?:se-?)?\d{3} ?\d{2}\b/gi;

/** Limits the lookups per text, because an import can have 20,000 events. */
const PARTS_MAX = 8;

/** The last part of an address is usually the town: `Vasagatan 1, 792 30 Mora`. */
function namesIn({ ort, address }: PlaceText): string[] {
  const parts = (text: string) => text.split(/[,;/()–|]| - /).map((part) => part.trim());
  const names = [
    ...(ort ? [ort, ...parts(ort).slice(0, PARTS_MAX)] : []),
    ...(address ? parts(address.replace(POSTCODE, ' ')).reverse().slice(0, PARTS_MAX) : []),
  ];
  return [...new Set(names.filter((name) => name !== '' && name.length <= NAME_MAX))];
}

const POSITION = /(?<![\d.,])(\d{2}\.\d{3,12}) ?°? ?N? ?[,;/ ] ?(\d{1,2}\.\d{3,12})(?![\d.])/i;

/** Degrees that the address has: `57.7089, 11.9746`. Undefined outside Sweden and its surroundings. */
function positionIn(address: string): GeoPosition | undefined {
  const [, latitude, longitude] = POSITION.exec(address) ?? [];
  return latitude && isAroundSweden(Number(latitude), Number(longitude))
    ? toPosition(latitude, longitude)
    : undefined;
}

/** The position in the address, else that of the ort, else of the address, else the middle of the landskap. */
export function findPlace(where: PlaceText): FoundPlace | null {
  const position = positionIn(where.address ?? '');
  if (position) return { ...position, place_source: 'gazetteer' };
  const names = namesIn(where);
  const landskap = landskapNamed(where.landskap ?? '');
  for (const name of names) {
    const place = sweden.lookUp(name, landskap);
    if (place) return { ...place, place_source: 'gazetteer' };
  }
  // The ort may itself be a landskap, like "Gotland".
  const region = landskap ?? names.map((name) => landskapNamed(name)).find((named) => named !== undefined);
  return region ? { ...middleOf(region), place_source: 'landskap' } : null;
}
