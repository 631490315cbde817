import { setImmediate } from 'node:timers/promises';
import { addDaysTo } from '#src/shared/dates.ts';
import { type Compared, type ComparedEvent, likenessOf, prepare, SIMILARITY_MIN } from '../rules.ts';

type FoundPair = { ids: [string, string]; similarity: number };

/** Two ids in a fixed order. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`);

type Options = {
  /** Keys of pairs that are left out. */
  dismissed: ReadonlySet<string>;
  pairsMax: number;
  /** Ends the search, so that no calendar takes longer than a second or two. */
  comparisonsMax: number;
};

/** Other calls are served after this many. */
const COMPARISONS_AT_A_TIME = 5000;
const EVENTS_AT_A_TIME = 500;

/**
 * Finds likely duplicates, on the days in the order of `events`. The names of a pair have at least
 * {@link SIMILARITY_MIN} of their trigrams in common, or one has all words of the other. So they also have a word or
 * one of the rarest trigrams of both in common, and only such events are compared.
 */
export async function findPairs(
  events: readonly ComparedEvent[],
  { dismissed, pairsMax, comparisonsMax }: Options,
): Promise<{ pairs: FoundPair[]; isComplete: boolean }> {
  const prepared: Compared[] = [];
  for (const event of events) {
    if (prepared.push(prepare(event)) % EVENTS_AT_A_TIME === 0) await setImmediate();
  }
  const keys = await keysOf(prepared);
  const byDay = Map.groupBy(prepared, ({ event }) => event.event_date);
  const pairs: FoundPair[] = [];
  let comparisons = 0;
  for (const [day, ofDay] of byDay) {
    const candidates = [...ofDay, ...(byDay.get(addDaysTo(day, 1)) ?? [])];
    if (candidates.length < 2) continue;
    const lists = listsOf(candidates, keys);
    for (const one of ofDay) {
      const compared = new Set<Compared>([one]);
      for (const key of keys.get(one) ?? [])
        for (const other of lists.get(key) ?? []) {
          if (compared.has(other)) continue;
          compared.add(other);
          if (++comparisons > comparisonsMax) return { pairs, isComplete: false };
          if (comparisons % COMPARISONS_AT_A_TIME === 0) await setImmediate();
          // A pair of one day is found from both sides.
          if (other.event.event_date === day && other.event.id < one.event.id) continue;
          const similarity = likenessOf(one, other);
          if (similarity === undefined || dismissed.has(pairKey(one.event.id, other.event.id))) continue;
          if (pairs.length >= pairsMax) return { pairs, isComplete: false };
          pairs.push({ ids: [one.event.id, other.event.id], similarity });
        }
    }
  }
  return { pairs, isComplete: true };
}

type Key = number | string;

/** What finds an event: its rarest trigrams and all of its words, which are no numbers. */
async function keysOf(events: readonly Compared[]): Promise<Map<Compared, Key[]>> {
  const frequencies = new Map<number, number>();
  for (const { trigrams } of events)
    for (const trigram of trigrams) frequencies.set(trigram, (frequencies.get(trigram) ?? 0) + 1);
  const keys = new Map<Compared, Key[]>();
  for (const event of events) {
    const { length } = event.trigrams;
    const rarest = [...event.trigrams]
      .map((trigram) => [frequencies.get(trigram) ?? 0, trigram] as const)
      // The same order for all events, also of equally rare ones.
      .sort(([a, one], [b, other]) => a - b || one - other)
      .slice(0, length - Math.ceil(SIMILARITY_MIN * length) + 1);
    keys.set(event, [...rarest.map(([, trigram]) => trigram), ...new Set(event.words)]);
    if (keys.size % EVENTS_AT_A_TIME === 0) await setImmediate();
  }
  return keys;
}

function listsOf(events: readonly Compared[], keys: ReadonlyMap<Compared, Key[]>): Map<Key, Compared[]> {
  const lists = new Map<Key, Compared[]>();
  for (const event of events)
    for (const key of keys.get(event) ?? []) {
      const list = lists.get(key);
      if (list) list.push(event);
      else lists.set(key, [event]);
    }
  return lists;
}
