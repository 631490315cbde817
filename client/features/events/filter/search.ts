import type { PublicEvent } from '../../../../src/features/events/contract';
import { fold } from '../../../../src/shared/text';

/** Where a text was found, best first. `similar` means that no event has the text itself. */
export const SEARCH_RANKS = ['name', 'place', 'sport', 'organizer', 'similar'] as const;
export type SearchRank = (typeof SEARCH_RANKS)[number];

export type Searchable = Pick<
  PublicEvent,
  'event_name' | 'sport_type' | 'distances' | 'ort' | 'landskap' | 'organizer'
>;

const indexes = new WeakMap<object, SearchIndex<Searchable>>();

/** One index for each list, because the server renders many pages of the same events. */
export function searchOf<Event extends Searchable>(events: readonly Event[]): SearchIndex<Event> {
  const index = (indexes.get(events) as SearchIndex<Event> | undefined) ?? createSearch(events);
  indexes.set(events, index as SearchIndex<Searchable>);
  return index;
}

type FoldedTexts = Record<Exclude<SearchRank, 'similar'>, string>;

/** Decimal points become commas, as in distances. */
const normalize = (text: string) => fold(text).replace(/(?<=\d)\.(?=\d)/g, ',');

/** Distances are included with and without spaces, so that `10km` finds `10 km`. */
const foldTexts = ({
  event_name,
  sport_type,
  distances,
  ort,
  landskap,
  organizer,
}: Searchable): FoldedTexts => ({
  name: normalize(event_name),
  place: normalize(`${ort ?? ''} ${landskap ?? ''}`),
  sport: normalize(`${sport_type} ${distances} ${distances.replace(/(?<=\d)\s+(?=\p{L})/gu, '')}`),
  organizer: normalize(organizer ?? ''),
});

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N},]+/u).filter(Boolean);

/** As in PostgreSQL's pg_trgm: two spaces before the word and one after it. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}

/** Shared trigrams divided by all distinct trigrams of both words. "vasalopet" and "vasaloppet" have 0.75. */
const MIN_SIMILARITY = 0.4;
/** Shorter words have too few trigrams. */
const MIN_SIMILAR_LENGTH = 4;

type Found<Event> = ReadonlyMap<Event, SearchRank>;

export type SearchIndex<Event> = {
  /** Does part of the work of the first search, for `count` events. Returns false when it is all done. */
  prepare: (count: number) => boolean;
  /** Undefined if the query is empty. */
  find: (query: string) => Found<Event> | undefined;
};

/**
 * Finds events whose name, place, sport, distances or organizer contains the query, ignoring case and accents. If none
 * does, finds those that have each word of it or one spelled like it.
 */
export function createSearch<Event extends Searchable>(events: readonly Event[]): SearchIndex<Event> {
  const folded: FoldedTexts[] = [];
  const vocabulary = createVocabulary();
  let latest: { query: string; found: Found<Event> } | undefined;

  function foldMore(count: number): void {
    for (const event of events.slice(folded.length, folded.length + count)) folded.push(foldTexts(event));
  }

  function addWords(count: number): void {
    const from = vocabulary.eventCount();
    for (const texts of folded.slice(from, from + count)) vocabulary.add(Object.values(texts).join(' '));
  }

  function prepare(count: number): boolean {
    if (folded.length < events.length) foldMore(count);
    else addWords(count);
    return vocabulary.eventCount() < events.length;
  }

  function findContaining(query: string): Map<Event, SearchRank> {
    const found = new Map<Event, SearchRank>();
    for (const [index, texts] of folded.entries()) {
      const rank = SEARCH_RANKS.find((rank) => rank !== 'similar' && texts[rank].includes(query));
      if (rank) found.set(events[index]!, rank);
    }
    return found;
  }

  function findSimilar(query: string): Map<Event, SearchRank> {
    addWords(events.length);
    const matches = wordsOf(query).map(vocabulary.eventsWith);
    const common = [...(matches[0] ?? [])].filter((index) => matches.every((match) => match.has(index)));
    return new Map(common.sort((a, b) => a - b).map((index) => [events[index]!, 'similar']));
  }

  return {
    prepare,
    find(text) {
      const query = normalize(text);
      if (!query) return undefined;
      if (latest?.query === query) return latest.found;
      foldMore(events.length);
      const containing = findContaining(query);
      latest = { query, found: containing.size > 0 ? containing : findSimilar(query) };
      return latest.found;
    },
  };
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The words of the events, by their trigrams. Events are known by their index. */
function createVocabulary() {
  let eventCount = 0;
  const words: string[] = [];
  const trigramCounts: number[] = [];
  const wordsByTrigram = new Map<string, number[]>();
  const eventsByWord = new Map<string, number[]>();

  function addWord(word: string): void {
    const trigrams = trigramsOf(word);
    for (const trigram of trigrams) addTo(wordsByTrigram, trigram, words.length);
    words.push(word);
    trigramCounts.push(trigrams.size);
  }

  function similarTo(word: string): string[] {
    if (word.length < MIN_SIMILAR_LENGTH) return [];
    const trigrams = trigramsOf(word);
    const shared = new Map<number, number>();
    for (const trigram of trigrams)
      for (const index of wordsByTrigram.get(trigram) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    return [...shared]
      .filter(([index, count]) => count / (trigrams.size + trigramCounts[index]! - count) >= MIN_SIMILARITY)
      .map(([index]) => words[index]!);
  }

  return {
    eventCount: () => eventCount,
    add(text: string): void {
      for (const word of new Set(wordsOf(text))) {
        if (!eventsByWord.has(word)) addWord(word);
        addTo(eventsByWord, word, eventCount);
      }
      eventCount++;
    },
    /** The events with a word that contains `word`, or else with a similar one. */
    eventsWith(word: string): Set<number> {
      const containing = words.filter((other) => other.includes(word));
      const matches = containing.length > 0 ? containing : similarTo(word);
      return new Set(matches.flatMap((match) => eventsByWord.get(match) ?? []));
    },
  };
}
