import type { Landskap } from '#src/shared/landskap.ts';
import type { Sport } from '#src/shared/sports.ts';
import { HALF_MARATHON as HALF, type LengthRange, MARATHON as WHOLE } from '../filter/distance.ts';

/** What a word or phrase may mean besides its letters. Several meanings are alternatives. `name` is a word to look for. */
export type Meaning =
  | { name: string }
  | { sports: readonly Sport[] }
  | { landskap: readonly Landskap[] }
  /** In km, in one of the sports if given. */
  | { lengths: LengthRange; sports?: readonly Sport[] };

const RUNNING = ['Löpning', 'Löpning trail', 'Löpning - tidslopp'] as const satisfies readonly Sport[];
const CYCLING = ['Cykel landsväg', 'Cykel MTB'] as const satisfies readonly Sport[];

const sports = (...names: Sport[]): Meaning => ({ sports: names });
const name = (text: string): Meaning => ({ name: text });
const length = (min: number, max: number | null = min, names?: readonly Sport[]): Meaning => ({
  lengths: { min, max },
  ...(names && { sports: names }),
});

const landskap = (...names: Landskap[]): Meaning => ({ landskap: names });
const NORRLAND = [
  'Gästrikland',
  'Hälsingland',
  'Härjedalen',
  'Jämtland',
  'Lappland',
  'Medelpad',
  'Norrbotten',
  'Västerbotten',
  'Ångermanland',
] as const;
const GÖTALAND = [
  'Blekinge',
  'Bohuslän',
  'Dalsland',
  'Gotland',
  'Halland',
  'Skåne',
  'Småland',
  'Västergötland',
  'Öland',
  'Östergötland',
] as const;

const HALF_MARATHON: Meaning = { lengths: HALF };
const MARATHON: Meaning = { lengths: WHOLE, sports: RUNNING };
const ULTRA = length(42.3, null, RUNNING);
const TRAIL = sports('Löpning trail');
const SKIING = sports('Längdskidor');
const ROLLER = sports('Rullskidor');
const SWIMMING = sports('Simning');
const OBSTACLES = sports('OCR');
const CHILDREN = ['barn', 'mini', 'lilla', 'knatte', 'kids', 'ungdom', 'familje'].map(name);
const WOMEN = ['tjej', 'vårruset'].map(name);
/** En Svensk Klassiker. */
const CLASSIC = ['vasaloppet', 'vätternrundan', 'vansbrosimningen', 'lidingöloppet'].map(name);

/**
 * Words and phrases as people type them, with what they mean. Endings (`-en`, `-ar`, `-lopp`, `-tävlingar`) are removed
 * before they are looked up, and case, accents and the spelling of `marathon` do not matter.
 */
export const SYNONYMS: readonly (readonly [string, ...Meaning[]])[] = [
  // Lengths.
  ['halvmara', HALF_MARATHON],
  ['halvmaror', HALF_MARATHON],
  ['halvmarathon', HALF_MARATHON],
  ['halvan', HALF_MARATHON],
  ['half marathon', HALF_MARATHON],
  ['half', HALF_MARATHON],
  ['mara', MARATHON, name('marathon')],
  ['maror', MARATHON, name('marathon')],
  ['marathon', MARATHON, name('marathon')],
  ['helmara', MARATHON],
  ['helmarathon', MARATHON],
  ['full marathon', MARATHON],
  ['ultra', ULTRA, name('ultra')],
  ['ultra marathon', ULTRA, name('ultra')],
  ['ultramarathon', ULTRA, name('ultra')],
  ['mil', length(10)],
  ['milen', length(10)],
  ['en mil', length(10)],
  ['tio kilometer', length(10)],
  ['tiokilometer', length(10)],
  ['fem kilometer', length(5)],
  ['femkilometer', length(5)],
  ['femman', length(5)],
  // Sports.
  ['löpning', sports(...RUNNING)],
  ['löpar', sports(...RUNNING)],
  ['springa', sports(...RUNNING)],
  ['run', sports(...RUNNING), name('run')],
  // Not a run: Siljan Runt.
  ['runt', name('runt')],
  ['jogging', sports(...RUNNING)],
  ['running', sports(...RUNNING)],
  ['gatlopp', sports('Löpning')],
  ['asfalt', sports('Löpning')],
  ['tidslopp', sports('Löpning - tidslopp')],
  ['trail', TRAIL, name('trail')],
  ['trail running', TRAIL],
  ['traillöpning', TRAIL],
  ['terräng', TRAIL, name('terräng')],
  ['terränglöpning', TRAIL],
  ['fjäll', TRAIL, name('fjäll')],
  ['fjällöpning', TRAIL],
  ['skogs', TRAIL],
  ['bergs', TRAIL, name('berg')],
  ['backyard', name('backyard')],
  ['cykel', sports(...CYCLING), name('cykel')],
  ['cykla', sports(...CYCLING)],
  ['cykling', sports(...CYCLING)],
  ['cycling', sports(...CYCLING)],
  ['bike', sports(...CYCLING)],
  ['mtb', sports('Cykel MTB'), name('mtb')],
  ['mountain bike', sports('Cykel MTB')],
  ['mountainbike', sports('Cykel MTB')],
  ['mountain biking', sports('Cykel MTB')],
  ['biking', sports(...CYCLING)],
  ['gravel', sports(...CYCLING), name('gravel')],
  ['landsväg', sports('Cykel landsväg')],
  ['landsvägscykling', sports('Cykel landsväg')],
  ['road cycling', sports('Cykel landsväg')],
  ['racercykel', sports('Cykel landsväg')],
  ['skid', SKIING, name('skid')],
  ['skidor', SKIING],
  ['längd', SKIING],
  ['längdskidor', SKIING],
  ['längdskid', SKIING],
  ['ski', SKIING, name('ski')],
  ['skiing', SKIING],
  ['cross country', SKIING],
  ['rullskid', ROLLER],
  ['rullskidor', ROLLER],
  ['roller ski', ROLLER],
  ['sim', SWIMMING],
  ['simma', SWIMMING],
  ['simning', SWIMMING, name('simning')],
  ['öppet vatten', SWIMMING],
  ['vatten', SWIMMING],
  ['open water', SWIMMING],
  ['open water swimming', SWIMMING],
  ['swim', SWIMMING, name('swim')],
  ['swimming', SWIMMING],
  ['swimrun', sports('Swimrun'), name('swimrun')],
  ['triathlon', sports('Triathlon'), name('triathlon')],
  ['tri', sports('Triathlon')],
  ['järnman', name('ironman')],
  ['järnmannen', name('ironman')],
  ['iron man', name('ironman')],
  ['multisport', sports('Multisport'), name('multisport')],
  ['äventyr', sports('Multisport'), name('äventyr')],
  ['adventure', sports('Multisport'), name('adventure')],
  ['hinder', OBSTACLES],
  ['hinderbana', OBSTACLES],
  ['obstacle', OBSTACLES],
  ['obstacle course', OBSTACLES],
  ['ocr', OBSTACLES, name('ocr')],
  // Who and what for.
  ...['barn', 'kids', 'children', 'knatte', 'ungdom', 'familj', 'familje', 'junior'].map(
    (word) => [word, ...CHILDREN] as const,
  ),
  ...['tjej', 'dam', 'kvinna', 'kvinnor', 'women'].map((word) => [word, ...WOMEN] as const),
  ['stafett', name('stafett')],
  ['relay', name('stafett')],
  // Races by their short names.
  ['vasan', name('vasaloppet')],
  ['varvet', name('göteborgsvarvet')],
  ['gv', name('göteborgsvarvet')],
  ...['svensk klassiker', 'klassiker', 'klassikern'].map((phrase) => [phrase, ...CLASSIC] as const),
  ['nattlopp', name('natt'), name('midnatt')],
  ['night', name('natt'), name('midnatt'), name('night')],
  ['night run', name('natt'), name('midnatt')],
  // Places.
  ['norrland', landskap(...NORRLAND)],
  ['svealand', landskap('Dalarna', 'Närke', 'Södermanland', 'Uppland', 'Värmland', 'Västmanland')],
  ['götaland', landskap(...GÖTALAND)],
  ['västkusten', landskap('Bohuslän', 'Halland')],
  ['gbg', name('göteborg')],
  ['gothenburg', name('göteborg')],
  ['sthlm', name('stockholm')],
  ['stlm', name('stockholm')],
  ['hbg', name('helsingborg')],
  ['lkpg', name('linköping')],
  ['nkpg', name('norrköping')],
  ['jkpg', name('jönköping')],
  ['esk', name('eskilstuna')],
  ['sörmland', name('södermanland')],
  ['lapland', name('lappland')],
  ['scania', name('skåne')],
];
