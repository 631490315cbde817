import { keyOf, type Landskap, NAME_MAX } from './landskap.ts';

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
