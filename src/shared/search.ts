import { fold } from './text.ts';

/** Decimal points become commas, as in distances. `marathon` and `maraton` become equal. */
export const normalize = (text: string) =>
  fold(text)
    .replace(/(?<=\d)\.(?=\d)/g, ',')
    .replaceAll('th', 't');

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N},]+/u).filter(Boolean);

/** Further words of a query are ignored: each one scans everything. */
const QUERY_WORDS_MAX = 8;

/** The longest words, which few items have, come first. */
const longest = (words: readonly string[]): string[] =>
  [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, QUERY_WORDS_MAX);

/** Alone, the `10` of `10 km` would also be found in `100 km`. */
const joinUnits = (query: string) => query.replace(/(?<=\d) (?=(km|m|mil)( |$))/g, '');

/** As in PostgreSQL's pg_trgm: two spaces before the word and one after it. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}

/** Shared trigrams divided by all distinct trigrams of both words. "vasalopet" and "vasaloppet" have 0.75. */
const MIN_SIMILARITY = 0.4;
/** Shorter words have too few trigrams. */
const MIN_SIMILAR_LENGTH = 4;
/** Longer ones are in no calendar, and each of their trigrams costs a look at all words that have it. */
const MAX_SIMILAR_LENGTH = 30;

/** Where the query was found. `similar` means that no item has all words of it. */
export type Found<Item, Field extends string> = ReadonlyMap<Item, Field | 'similar'>;

export type SearchIndex<Item, Field extends string> = {
  /** Does part of the work of the first search, for `count` items. Returns false when it is all done. */
  prepare: (count: number) => boolean;
  /** Undefined if the query is empty. */
  find: (query: string) => Found<Item, Field> | undefined;
};

type SearchOptions<Item, Field extends string> = {
  /** The texts to search, the most important field first. */
  textsOf: (item: Item) => Record<Field, string>;
  /** A field that is not searched for similar words, such as a long description. */
  exactField?: Field;
};

/** Returns a function that creates one index for each list. */
export function searchOver<Base extends object, Field extends string>(options: SearchOptions<Base, Field>) {
  const indexes = new WeakMap<object, SearchIndex<Base, Field>>();
  return <Item extends Base>(items: readonly Item[]): SearchIndex<Item, Field> => {
    const index =
      (indexes.get(items) as SearchIndex<Item, Field> | undefined) ?? createSearch(items, options);
    indexes.set(items, index as SearchIndex<Base, Field>);
    return index;
  };
}

/**
 * Finds items that contain the query in one field, or all of its words in any fields and order, ignoring case and
 * accents. If there are none, finds those that have each word of it or one spelled like it.
 */
function createSearch<Item, Field extends string>(
  items: readonly Item[],
  { textsOf, exactField }: SearchOptions<Item, Field>,
): SearchIndex<Item, Field> {
  const folded: [Field, string][][] = [];
  const vocabulary = createVocabulary();
  let latest: { query: string; found: Found<Item, Field> } | undefined;

  function foldMore(count: number): void {
    for (const item of items.slice(folded.length, folded.length + count))
      folded.push(
        (Object.entries(textsOf(item)) as [Field, string][]).map(([field, text]) => [field, normalize(text)]),
      );
  }

  function addWords(count: number): void {
    const from = vocabulary.itemCount();
    for (const texts of folded.slice(from, from + count))
      vocabulary.add(texts.map(([field, text]) => (field === exactField ? '' : text)).join(' '));
  }

  function prepare(count: number): boolean {
    if (folded.length < items.length) foldMore(count);
    else addWords(count);
    return vocabulary.itemCount() < items.length;
  }

  function findContaining(query: string, words: readonly string[]): Map<Item, Field> {
    const found = new Map<Item, Field>();
    for (const [index, texts] of folded.entries()) {
      const position =
        positionOf(query, texts) ?? (words.length > 1 ? lastPositionOf(words, texts) : undefined);
      if (position !== undefined) found.set(items[index]!, texts[position]![0]);
    }
    return found;
  }

  function findSimilar(words: readonly string[]): Map<Item, 'similar'> {
    addWords(items.length);
    let common: number[] | undefined;
    for (const word of words) {
      const matches = vocabulary.itemsWith(word);
      common = common ? common.filter((index) => matches.has(index)) : [...matches];
      if (common.length === 0) break;
    }
    return new Map((common ?? []).sort((a, b) => a - b).map((index) => [items[index]!, 'similar']));
  }

  return {
    prepare,
    find(text) {
      const query = normalize(text);
      if (!query) return undefined;
      if (latest?.query === query) return latest.found;
      foldMore(items.length);
      const containing = findContaining(query, longest(joinUnits(query).split(' ')));
      const found = containing.size > 0 ? containing : findSimilar(longest(wordsOf(query)));
      latest = { query, found };
      return found;
    },
  };
}

/** The first text that contains `part`. */
function positionOf(part: string, texts: readonly (readonly [string, string])[]): number | undefined {
  const position = texts.findIndex(([, text]) => text.includes(part));
  return position < 0 ? undefined : position;
}

/** The text of the word that is found last. Undefined if a word is missing. */
function lastPositionOf(
  words: readonly string[],
  texts: readonly (readonly [string, string])[],
): number | undefined {
  let last = 0;
  for (const word of words) {
    const position = positionOf(word, texts);
    if (position === undefined) return undefined;
    last = Math.max(last, position);
  }
  return last;
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The words of the items, by their trigrams. Items are known by their index. */
function createVocabulary() {
  let itemCount = 0;
  const words: string[] = [];
  const trigramCounts: number[] = [];
  const wordsByTrigram = new Map<string, number[]>();
  const itemsByWord = new Map<string, number[]>();

  function addWord(word: string): void {
    const trigrams = trigramsOf(word);
    for (const trigram of trigrams) addTo(wordsByTrigram, trigram, words.length);
    words.push(word);
    trigramCounts.push(trigrams.size);
  }

  function similarTo(word: string): string[] {
    if (word.length < MIN_SIMILAR_LENGTH || word.length > MAX_SIMILAR_LENGTH) return [];
    const trigrams = trigramsOf(word);
    const shared = new Map<number, number>();
    for (const trigram of trigrams)
      for (const index of wordsByTrigram.get(trigram) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    return [...shared]
      .filter(([index, count]) => count / (trigrams.size + trigramCounts[index]! - count) >= MIN_SIMILARITY)
      .map(([index]) => words[index]!);
  }

  return {
    itemCount: () => itemCount,
    add(text: string): void {
      for (const word of new Set(wordsOf(text))) {
        if (!itemsByWord.has(word)) addWord(word);
        addTo(itemsByWord, word, itemCount);
      }
      itemCount++;
    },
    /** The items with a word that contains `word`, or else with a similar one. */
    itemsWith(word: string): Set<number> {
      const containing = words.filter((other) => other.includes(word));
      const matches = containing.length > 0 ? containing : similarTo(word);
      return new Set(matches.flatMap((match) => itemsByWord.get(match) ?? []));
    },
  };
}
