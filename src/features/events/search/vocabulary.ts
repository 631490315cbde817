import { MEANING, NAME, ORGANIZER, PLACE } from './ranks.ts';
import { hasMeaning } from './understand.ts';
import { contains, normalize, wordsOf } from './words.ts';

/** What a search looks at. Days are `YYYY-MM-DD`. */
export type Searched = {
  name: string;
  ort: string | null;
  landskap: string | null;
  organizer: string | null;
  sport: string | null;
  distances: string;
  first_day: string;
  last_day: string;
  /** Further text, of which no misspelt word is found. */
  text?: string;
};

const equals = (word: string, typed: string) => word === typed;
const startsWith = (word: string, typed: string) => word.startsWith(typed);

/** Where words of races are looked up, best first. */
const FIELDS = [
  { name: 'abbreviations', score: NAME, matches: equals },
  { name: 'names', score: NAME, matches: contains },
  { name: 'places', score: PLACE, matches: startsWith },
  { name: 'organizers', score: ORGANIZER, matches: contains },
  { name: 'distances', score: MEANING, matches: equals },
  { name: 'sports', score: MEANING, matches: startsWith },
  { name: 'texts', score: MEANING, matches: contains },
] as const;
type FieldName = (typeof FIELDS)[number]['name'];

/** Fields whose words replace a misspelt one. */
const SPELLED: readonly FieldName[] = ['names', 'places', 'organizers', 'distances', 'sports'];

const INITIALS_MIN = 3;
const DISTANCE_NAME = /^\p{L}{3,}$/u;

/** The words of a race, by field. */
export function wordsIn(race: Searched): Record<FieldName, string[]> {
  const wordsOfText = (text: string | null | undefined) => wordsOf(normalize(text ?? ''));
  const names = wordsOfText(race.name);
  return {
    names,
    abbreviations: [
      ...(names.length < INITIALS_MIN ? [] : [names.map(([first]) => first).join('')]),
      ...(names.length > 1 ? [names.join('')] : []),
    ],
    places: [...wordsOfText(race.ort), ...wordsOfText(race.landskap)],
    organizers: wordsOfText(race.organizer),
    distances: wordsOfText(race.distances).filter((word) => DISTANCE_NAME.test(word)),
    sports: wordsOfText(race.sport),
    texts: wordsOfText(race.text),
  };
}

/** The words of the races, and which races have each. Races are known by their index. */
export function createVocabulary() {
  const fields = FIELDS.map((field) => ({ ...field, racesByWord: new Map<string, number[]>() }));
  return {
    add(index: number, race: Searched): void {
      const words = wordsIn(race);
      for (const { name, racesByWord } of fields)
        for (const word of words[name]) {
          const races = racesByWord.get(word);
          if (races) races.push(index);
          else racesByWord.set(word, [index]);
        }
    },
    words: (): Set<string> =>
      new Set(
        fields.flatMap(({ name, racesByWord }) => (SPELLED.includes(name) ? [...racesByWord.keys()] : [])),
      ),
    /** Of the races that have a word like the typed one, by the field in which it is found first. */
    scoresOf(typed: string): ReadonlyMap<number, number> {
      const scores = new Map<number, number>();
      // Words with a meaning of their own are parts of others by chance: halvmaraton is no maraton.
      const isWhole = hasMeaning(typed);
      for (const { score, matches: matchesWord, racesByWord } of fields) {
        const matches = isWhole && matchesWord === contains ? startsWith : matchesWord;
        for (const [word, races] of racesByWord)
          if (matches(word, typed)) for (const race of races) if (!scores.has(race)) scores.set(race, score);
      }
      return scores;
    },
  };
}
