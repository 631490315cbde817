import gazetteer from '#src/shared/gazetteer.generated.json';
import type { Sport } from '#src/shared/sports.ts';

/** By sport: endings of names, which follow the name of a town, and distances. */
const RACES: [Sport, string[], string[]][] = [
  ['Löpning', ['loppet', ' Halvmarathon', 'milen', ' Marathon'], ['5 km', '10 km', '21,1 km', '42,2 km']],
  ['Löpning trail', [' Trail', ' Ultra', 'rundan till fots'], ['12 km', '25 km', '43 km', '80 km']],
  ['Löpning - tidslopp', [' 6 timmar', ' dygnslopp'], ['6 timmar', '12 timmar', '24 timmar']],
  ['Cykel landsväg', ['rundan', ' Cykelklassiker'], ['50 km', '100 km', '150 km', '315 km']],
  ['Cykel MTB', [' MTB', 'stigen', ' XC'], ['30 km', '58 km', '94 km']],
  ['Längdskidor', ['spåret', ' Ski Marathon'], ['20 km', '45 km', '90 km']],
  ['Rullskidor', [' Rullskidlopp', ' på hjul'], ['16 km', '32 km', '48 km']],
  ['Simning', ['simmet', ' Öppet vatten'], ['1000 m', '1500 m', '3000 m']],
  ['Swimrun', [' Swimrun'], ['12 km', '24 km', '40 km']],
  ['Triathlon', [' Triathlon'], ['Sprint', 'Olympic', 'Halv', 'Hel']],
  ['Multisport', [' Multisport', ' Extreme'], ['34 km', '46 km']],
  ['OCR', [' Hinderbana', ' Viking'], ['5 km', '8 km', '12 km']],
];
const CLUBS = ['IF', 'IK', 'OK', 'SK', 'AIK', 'Löparklubb', 'Friidrott', 'Cykelklubb'];
const PLACES = Object.entries(gazetteer.landskap).flatMap(([landskap, { places }]) =>
  places.map(([name]) => ({ ort: String(name), landskap })),
);
const DAYS = 900;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 3);

/** The Mulberry32 generator, which gives the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** By the number of the row, and a random number. */
type DayOf = (row: number, random: number) => Date;

const inThreeYears: DayOf = (_, random) => new Date(FIRST_DAY + Math.floor(random * DAYS) * DAY_MS);

/** The first races are in the year after `today`, the others in as many years before as have the same number each. */
export const daysAround =
  (today: string, upcoming: number, total: number): DayOf =>
  (row, random) => {
    const yearsBefore = Math.max(1, Math.round((total - upcoming) / upcoming));
    const days = row < upcoming ? Math.floor(random * 365) : -1 - Math.floor(random * 365 * yearsBefore);
    return new Date(Date.parse(today) + days * DAY_MS);
  };

type CsvOptions = { rowsPerFile?: number; dayOf?: DayOf };

/** Returns CSV files with `count` different races. The content is the same each time. */
export function csvOfEvents(
  count: number,
  { rowsPerFile = 20_000, dayOf = inThreeYears }: CsvOptions = {},
): string[] {
  const nextRandom = randomFrom(2027);
  const pick = <One>(list: readonly One[]) => list[Math.floor(nextRandom() * list.length)] as One;
  const seen = new Set<string>();
  const rows: string[] = [];
  while (rows.length < count) {
    const { ort, landskap } = pick(PLACES);
    const [sport, nameEndings, raceDistances] = pick(RACES);
    const first = Math.floor(nextRandom() * raceDistances.length);
    const distances = raceDistances.slice(first, first + 1 + Math.floor(nextRandom() * 3)).join(', ');
    const day = dayOf(rows.length, nextRandom()).toISOString().slice(0, 10);
    const name = `${ort}${pick(nameEndings)}`;
    const club = `${ort} ${pick(CLUBS)}`;
    const site = `https://www.${slug(name)}.se`;
    const results = nextRandom() < 0.3 ? `${site}/resultat` : '';
    if (seen.has(day + name)) continue;
    seen.add(day + name);
    rows.push([day, name, `"${distances}"`, sport, ort, landskap, site, results, club].join(','));
  }
  const header = 'event_date,event_name,distances,sport_type,ort,landskap,race_link,result_link,organizer';
  const files = Math.ceil(count / rowsPerFile);
  return Array.from({ length: files }, (_, file) =>
    [header, ...rows.slice(file * rowsPerFile, (file + 1) * rowsPerFile), ''].join('\n'),
  );
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
