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

/** Upper and lower case, and composed and decomposed letters, are equal. */
const keyOf = (name: string) => name.trim().normalize('NFC').toLowerCase();

/** No name is longer: normalizing a hostile text takes long. */
const NAME_MAX = 60;

const BY_NAME = new Map<string, Landskap>(LANDSKAP.map((name) => [keyOf(name), name]));

export function landskapNamed(name: string): Landskap | undefined {
  return name.length > NAME_MAX ? undefined : BY_NAME.get(keyOf(name));
}

/** The landskap in which the towns of each län are. */
const LAN: Record<string, readonly Landskap[]> = {
  blekinge: ['Blekinge'],
  dalarna: ['Dalarna'],
  gotland: ['Gotland'],
  gävleborg: ['Gästrikland', 'Hälsingland'],
  halland: ['Halland'],
  jämtland: ['Jämtland', 'Härjedalen'],
  jönköping: ['Småland', 'Västergötland'],
  kalmar: ['Småland', 'Öland'],
  kronoberg: ['Småland'],
  norrbotten: ['Norrbotten', 'Lappland'],
  skåne: ['Skåne'],
  stockholm: ['Uppland', 'Södermanland'],
  södermanland: ['Södermanland'],
  uppsala: ['Uppland'],
  värmland: ['Värmland'],
  västerbotten: ['Västerbotten', 'Lappland'],
  västernorrland: ['Medelpad', 'Ångermanland'],
  västmanland: ['Västmanland', 'Uppland'],
  'västra götaland': ['Västergötland', 'Bohuslän', 'Dalsland'],
  örebro: ['Närke', 'Västmanland'],
  östergötland: ['Östergötland'],
};

/** `Dalarnas län`, `Skåne county`, `Region Skåne`, `Västra Götaland`, which are no landskap. */
export function landskapOfLan(name: string): readonly Landskap[] | undefined {
  if (name.length > NAME_MAX) return undefined;
  const key = keyOf(name);
  const [, county = ''] = /^(?:region )?(.+?)s? (?:län|county)$/.exec(key) ?? [];
  const [, region = ''] =
    /^(?:region )?(västra götaland|gävleborg|västernorrland|kronoberg)(?:sregionen)?$/.exec(key) ?? [];
  const [, ofRegion = ''] = /^region (.+?)(?: härjedalen)?$/.exec(key) ?? [];
  const [, ofIsland = ''] = /^(gotland)s kommun$/.exec(key) ?? [];
  return (
    LAN[county || region || ofRegion || ofIsland] ??
    (/^sörmland(?:s län)?$/.test(key) ? LAN.södermanland : undefined)
  );
}
