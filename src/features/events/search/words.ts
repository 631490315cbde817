import { fold } from '#src/shared/text.ts';

/** Letters without a mark that folding removes, and spellings of the same letter or word. */
const SPELLINGS: Record<string, string> = {
  ø: 'o',
  æ: 'a',
  ł: 'l',
  ß: 'ss',
  aa: 'a',
  ae: 'a',
  oe: 'o',
  th: 't',
};
const SPELLING = new RegExp(Object.keys(SPELLINGS).join('|'), 'g');

/** For comparing: folded, with decimal commas, and with one spelling: `Ålborg`, `Aalborg` and `alborg` are equal. */
export const normalize = (text: string): string =>
  fold(text)
    .replace(/(?<=\d)\.(?=\d)/g, ',')
    .replace(SPELLING, (spelling) => SPELLINGS[spelling] ?? spelling);

/** Normalized words that say nothing of which race is meant, unless there is nothing else. */
export const FILLERS: ReadonlySet<string> = new Set(
  'i in pa at och and en ett for av of med till nara near kring sverige sweden lopp loppet loppen tavling tavlingar tavlingen race races event'.split(
    ' ',
  ),
);

/** Words of a normalized text. A comma between digits belongs to a number. */
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N},]+|,(?!\d)/u).filter(Boolean);

/** Shorter words are found at the start of a word only: "are" is in many. */
const INSIDE_MIN = 4;

const NUMBER = /^\d/;

/** Whether a word has the typed one in it: numbers and short words at the start. */
export const contains = (word: string, typed: string): boolean =>
  typed.length >= INSIDE_MIN && !NUMBER.test(typed) ? word.includes(typed) : word.startsWith(typed);

/** Endings of Swedish nouns and verbs. */
const ENDINGS = [
  '',
  'arna',
  'erna',
  'orna',
  'ens',
  'ets',
  'en',
  'et',
  'ar',
  'er',
  'or',
  'na',
  's',
  'n',
  't',
  'a',
];
/** What compounds with the name of a sport or a group end in. */
const COMPOUND_END =
  /(?:s?lopp(?:et|en|ets|ens|s)?|lopning(?:en|ar|arna)?|tavling(?:en|ar|arna)?|distans(?:en)?|race(?:t|n)?)$/;
const BASE_MIN = 3;

/** What a word may be without its endings, the least changed first: `cykelloppen` has `cykelloppe`, …, `cykel`. */
export function basesOf(word: string): string[] {
  const bases = new Set<string>();
  const compound = word.replace(COMPOUND_END, '');
  for (const one of new Set([word, compound]))
    for (const ending of ENDINGS)
      if (one.endsWith(ending) && one.length - ending.length >= BASE_MIN)
        bases.add(one.slice(0, one.length - ending.length));
  bases.delete(word);
  return [...bases];
}

/** The changes of a letter that a word of this length may have, so that it is still that word. */
const changesIn = ({ length }: string) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Longer ones are in no calendar, and cost time. */
const CORRECTED_MAX = 30;

/** The words that are most like `word`, and by how many changes they differ. None if they differ by more than it may. */
export function mostSimilar(word: string, words: Iterable<string>): { changes: number; similar: string[] } {
  let changes = changesIn(word);
  let similar: string[] = [];
  if (changes === 0 || word.length > CORRECTED_MAX) return { changes, similar };
  for (const other of words) {
    const found = changesBetween(word, other, changes);
    if (found < changes) similar = [];
    if (found <= changes) {
      similar.push(other);
      changes = found;
    }
  }
  return { changes, similar };
}

/**
 * The optimal string alignment distance: inserting, deleting or replacing a letter, or swapping two neighbours, is one
 * change. More than `max` if it is more than that.
 */
export function changesBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let previous: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (previous[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) > max) return max + 1;
    [previous, last] = [last, row];
  }
  return last[b.length] ?? max + 1;
}
