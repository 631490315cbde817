export const LANDSKAP = [
  'Blekinge',
  'Bohuslän',
  'Dalarna',
  'Dalsland',
  'Gotland',
  'Gästrikland',
  'Halland',
  'Hälsingland',
  'Härjedalen',
  'Jämtland',
  'Lappland',
  'Medelpad',
  'Norrbotten',
  'Närke',
  'Skåne',
  'Småland',
  'Södermanland',
  'Uppland',
  'Värmland',
  'Västerbotten',
  'Västergötland',
  'Västmanland',
  'Ångermanland',
  'Öland',
  'Östergötland',
] as const;

export type Landskap = (typeof LANDSKAP)[number];

/** For comparing names: upper and lower case, and composed and decomposed letters, are equal. */
export const keyOf = (name: string) => name.trim().normalize('NFC').toLowerCase();

/** No name is longer: normalizing a hostile text takes long. */
export const NAME_MAX = 60;

const BY_NAME = new Map<string, Landskap>(LANDSKAP.map((name) => [keyOf(name), name]));

export function landskapNamed(name: string): Landskap | undefined {
  return name.length > NAME_MAX ? undefined : BY_NAME.get(keyOf(name));
}
