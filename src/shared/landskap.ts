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

const BY_NAME = new Map<string, Landskap>(LANDSKAP.map((name) => [name.toLowerCase(), name]));

export function landskapNamed(name: string): Landskap | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}
