import type { Landskap } from '#src/shared/landskap.ts';

/** By the first two digits of a län's kommun codes: the landskap with the largest part of the län. */
const LANDSKAP_OF_LAN: Record<string, Landskap> = {
  '01': 'Uppland',
  '03': 'Uppland',
  '04': 'Södermanland',
  '05': 'Östergötland',
  '06': 'Småland',
  '07': 'Småland',
  '08': 'Småland',
  '09': 'Gotland',
  '10': 'Blekinge',
  '12': 'Skåne',
  '13': 'Halland',
  '14': 'Västergötland',
  '17': 'Värmland',
  '18': 'Närke',
  '19': 'Västmanland',
  '20': 'Dalarna',
  '21': 'Hälsingland',
  '22': 'Ångermanland',
  '23': 'Jämtland',
  '24': 'Västerbotten',
  '25': 'Norrbotten',
};

/** The codes of kommuner that are not in the landskap of their län, by landskap. */
const KOMMUN_EXCEPTIONS: Partial<Record<Landskap, string>> = {
  // Huddinge, Botkyrka, Salem, Haninge, Tyresö, Nykvarn, Södertälje, Nacka, Nynäshamn
  Södermanland: '0126 0127 0128 0136 0138 0140 0181 0182 0192',
  // Mullsjö, Habo
  Västergötland: '0642 0643',
  // Mörbylånga, Borgholm
  Öland: '0840 0885',
  // Öckerö, Stenungsund, Tjörn, Orust, Sotenäs, Munkedal, Tanum, Kungälv, Lysekil, Uddevalla, Strömstad
  Bohuslän: '1407 1415 1419 1421 1427 1430 1435 1482 1484 1485 1486',
  // Dals-Ed, Färgelanda, Bengtsfors, Mellerud, Åmål
  Dalsland: '1438 1439 1460 1461 1492',
  // Degerfors, Karlskoga
  Värmland: '1862 1883',
  // Hällefors, Ljusnarsberg, Nora, Lindesberg
  Västmanland: '1863 1864 1884 1885',
  // Ockelbo, Hofors, Gävle, Sandviken
  Gästrikland: '2101 2104 2180 2181',
  // Ånge, Timrå, Sundsvall
  Medelpad: '2260 2262 2281',
  Härjedalen: '2361',
  // Nordmaling, Bjurholm
  Ångermanland: '2401 2403',
  // Malå, Storuman, Sorsele, Dorotea, Vilhelmina, Åsele, Lycksele; Arvidsjaur, Arjeplog, Jokkmokk, Gällivare, Kiruna
  Lappland: '2418 2421 2422 2425 2462 2463 2481 2505 2506 2510 2523 2584',
};

const BY_KOMMUN = new Map<string, Landskap>(
  Object.entries(KOMMUN_EXCEPTIONS).flatMap(([landskap, codes]) =>
    codes.split(' ').map((code): [string, Landskap] => [code, landskap as Landskap]),
  ),
);

/** Undefined for an unknown code. GeoNames has no landskap, whose borders are older than those of län and kommun. */
export function landskapOfKommun(code: string): Landskap | undefined {
  return BY_KOMMUN.get(code) ?? LANDSKAP_OF_LAN[code.slice(0, 2)];
}
