import { hoursOf, kilometresOf, splitDistances, withUnit } from '#src/shared/distances.ts';
import { EXACT, type Found, MEANING, NO_SCORE, PLACE, SIMILAR } from './ranks.ts';
import { meaningsOf, type Part, type PartMeaning, SINGLE_WORDS, type Understood } from './understand.ts';
import { createVocabulary, type Searched } from './vocabulary.ts';
import { basesOf, FILLERS, mostSimilar, normalize, wordsOf } from './words.ts';

export type Search<Item> = {
  /** Does part of the work of the first search, for `count` items. Returns false when it is all done. */
  prepare: (count: number) => boolean;
  /** The items that have every part of the query. Undefined if it is empty. */
  find: (understood: Understood) => Found<Item> | undefined;
};

/** The score of a race, which is known by its index. `NO_SCORE` if it is not found. */
type Test = (race: number) => number;

/** Returns a function that creates one search for each list. */
export function searchOver<Base extends object>(toSearched: (item: Base) => Searched) {
  const searches = new WeakMap<object, Search<Base>>();
  return <Item extends Base>(items: readonly Item[]): Search<Item> => {
    const search = (searches.get(items) as Search<Item> | undefined) ?? createSearch(items, toSearched);
    searches.set(items, search as unknown as Search<Base>);
    return search;
  };
}

function createSearch<Item>(items: readonly Item[], toSearched: (item: Item) => Searched): Search<Item> {
  const races: Searched[] = [];
  const names: string[] = [];
  const lengths: number[][] = [];
  const hours: number[][] = [];
  const vocabulary = createVocabulary();

  function prepare(count: number): boolean {
    for (const item of items.slice(races.length, races.length + count)) {
      const race = toSearched(item);
      vocabulary.add(races.length, race);
      const choices = splitDistances(race.distances).map((one) => withUnit(one, race.sport ?? ''));
      lengths.push(choices.flatMap((one) => kilometresOf(one) ?? []));
      hours.push(choices.flatMap((one) => hoursOf(one) ?? []));
      names.push(nameOf(wordsOf(normalize(race.name))));
      races.push(race);
    }
    return races.length < items.length;
  }

  const testOfWord = (word: string): Test => {
    const scores = vocabulary.scoresOf(word);
    return (race) => (names[race] === word ? EXACT : (scores.get(race) ?? NO_SCORE));
  };
  const findsAny = (test: Test) => races.some((_, race) => test(race) < NO_SCORE);

  /** `score` is that of a race that has the meaning, unless the meaning is a name, a place or a period. */
  function testOf(meaning: PartMeaning, score: number): Test {
    const when = (has: (race: Searched, index: number) => boolean, found = score): Test => {
      return (index) => (has(races[index] as Searched, index) ? found : NO_SCORE);
    };
    if ('name' in meaning) return testOfWord(normalize(meaning.name));
    if ('hours' in meaning) return when((_, race) => !!hours[race]?.includes(meaning.hours));
    if ('landskap' in meaning) return when(({ landskap }) => isOneOf(meaning.landskap, landskap), PLACE);
    if ('lengths' in meaning) {
      const [shortest, longest] = [meaning.lengths.min ?? 0, meaning.lengths.max ?? Number.POSITIVE_INFINITY];
      const isWithin = (km: number) => km >= shortest && km <= longest;
      return when(({ sport }, race) => isOneOf(meaning.sports, sport) && !!lengths[race]?.some(isWithin));
    }
    if ('sports' in meaning) return when(({ sport }) => isOneOf(meaning.sports, sport));
    if ('period' in meaning) {
      const { from, to } = meaning.period;
      return when(({ first_day, last_day }) => first_day <= to && last_day >= from, EXACT);
    }
    // The filter knows where races are.
    return () => EXACT;
  }

  const testsOfMeanings = (word: string): Test[] =>
    meaningsOf(word).map((meaning) => testOf(meaning, MEANING));

  /** The word as typed, and without the s of a genitive. */
  function testsOfTyped(word: string): Test[] {
    const genitive = /^(.{4,})s$/.exec(word)?.[1];
    return [word, ...(genitive ? [genitive] : [])].map(testOfWord);
  }

  /** The words that a word that no race has may be: a part of it, or one that is spelled alike. */
  function testsOfSimilar(word: string): Test[] {
    const { changes, similar } = mostSimilar(word, new Set([...vocabulary.words(), ...SINGLE_WORDS]));
    const base =
      changes > 1 || similar.length === 0
        ? basesOf(word).find((one) => one.length > 3 && findsAny(testOfWord(one)))
        : undefined;
    return base ? [testOfWord(base)] : similar.flatMap((one) => [testOfWord(one), ...testsOfMeanings(one)]);
  }

  function testOfPart({ word, meanings }: Part): Test {
    const tests = meanings.map((meaning) => testOf(meaning, word ? MEANING : EXACT));
    if (!word) return best(tests);
    const test = best([...tests, ...testsOfTyped(word)]);
    if (meanings.length > 0 || findsAny(test)) return test;
    const similar = best(testsOfSimilar(word));
    return (race) => SIMILAR + similar(race);
  }

  return {
    prepare,
    find(understood) {
      const { parts } = understood;
      if (parts.length === 0) return undefined;
      prepare(items.length);
      const typedName = nameOf(parts.flatMap(({ word }) => word ?? []));
      let found = races.map((_, race) => ({ race, score: EXACT }));
      for (const part of parts) {
        const test = testOfPart(part);
        found = found
          .map(({ race, score }) => ({ race, score: Math.max(score, test(race)) }))
          .filter(({ score }) => score < NO_SCORE);
      }
      const scores = new Map(
        found.map(({ race, score }) => [items[race] as Item, names[race] === typedName ? EXACT : score]),
      );
      return { understood, scores };
    },
  };
}

const nameOf = (words: readonly string[]) => words.filter((word) => !FILLERS.has(word)).join(' ');

const isOneOf = (values: readonly string[] | undefined, value: string | null) =>
  !values || (!!value && values.includes(value));

const best =
  (tests: readonly Test[]): Test =>
  (race) => {
    let least = NO_SCORE;
    for (const test of tests) least = Math.min(least, test(race));
    return least;
  };
