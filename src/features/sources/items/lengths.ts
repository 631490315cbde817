import { DISTANCES_MAX, formatDistance, joinDistances, kilometresOf } from '#src/shared/distances.ts';
import {
  CLIMBS,
  HALF_MARATHON,
  HEIGHTS,
  LENGTHS_LABEL,
  LIST_LABEL,
  LIST_SEPARATOR,
  LIST_WORD,
  MARATHON,
  MARATHONS_SEPARATOR,
  MAY_BE_LENGTH,
  NO_LENGTHS,
  NUMBER_AND_UNIT,
  NUMBER_LABEL,
  ONLY_LENGTH,
  OTHER_BEFORE,
  OTHER_DIRECTLY_AFTER,
  OTHER_DIRECTLY_BEFORE,
  RACE_AFTER,
  RACE_BEFORE,
  RANGE_SEPARATOR,
  SENTENCE_END,
  SPORT_AFTER,
  SPORT_BEFORE,
  SWIMMING,
  TIGHT_SEPARATOR,
  TIMED_RACE,
  TRACK_AFTER,
} from './length-words.ts';

/** Longer texts are no description of a race. */
const TEXT_MAX = 20_000;
const LINE_MAX = 300;
/** No description has so many in a sentence: a table, or a hostile text. */
const NUMBERS_MAX = 100;
/** How much of a sentence around a length is searched for words. */
const NEAR = 60;
const GAP_MAX = 20;

/** A shorter race is rather a width, a depth or a pool. */
const KILOMETRES_MIN = 0.05;
const KILOMETRES_MAX = 2000;
/** Nobody runs further for a day. */
const SHARED_UNIT_KILOMETRES_MAX = 300;

/** A number in a sentence. Without a unit of its own (`hasUnit`), it has that of its list: the 5 of `5 och 10 km`. */
type Quantity = { number: string; unit: string; hasUnit: boolean; start: number; end: number };

/** `sport` is 0 or a group of `SPORT_BEFORE`. Metres are `isClear` when their list or a word says it is a race. */
type Length = { text: string; sport: number; isMetres: boolean; isClear: boolean };

/**
 * The lengths that a text, as `plainText` returns it, says races have: `Milen 10 km och 5 km`. What may be something
 * else is left alone. First days, times and climbs are masked. Then each sentence is divided into lists of numbers with
 * a unit, and the words around each list decide. Last, the lengths of the whole text are compared.
 */
export function lengthsIn(text: string): string {
  let readable = text
    .slice(0, TEXT_MAX)
    .replace(/[\u00a0\u2000-\u200a\u202f\t]/g, ' ')
    .replace(/ {2,}/g, ' ');
  if (!MAY_BE_LENGTH.test(readable)) return '';
  // Most texts say nothing about heights.
  const hasHeights = readable.includes('+') || HEIGHTS.test(readable);
  for (const pattern of [...NO_LENGTHS, ...(hasHeights ? CLIMBS : [])]) readable = masked(readable, pattern);
  const lengths = readable
    .split('\n')
    .flatMap((line) => withMarathons(line).split(SENTENCE_END))
    .flatMap((sentence) => lengthsInSentence(sentence, hasHeights));
  const races = new Map<number, string>();
  for (const length of racesOf(lengths)) {
    const kilometres = kilometresOf(length.text) ?? 0;
    if (!races.has(kilometres)) races.set(kilometres, formatDistance(length.text));
  }
  return races.size > DISTANCES_MAX ? '' : joinDistances([...new Set(races.values())]);
}

/** Signs keep the places of what follows, and what is before and after apart. */
const masked = (text: string, pattern: RegExp) => text.replace(pattern, (found) => '¤'.repeat(found.length));

/** A marathon is a length in a list such as `Maraton, halvmaraton och 10 km`. Elsewhere it may be a name. */
function withMarathons(line: string): string {
  if (line.length > LINE_MAX || !/mara/i.test(line)) return line;
  const label = LENGTHS_LABEL.exec(line);
  const start = label ? label.index + label[0].length : 0;
  const list = /^.*?(?=\.(?!\d)|[;(]|$)/.exec(line.slice(start))?.[0] ?? '';
  const parts = list.split(MARATHONS_SEPARATOR);
  const items = parts.filter((_, index) => index % 2 === 0).map((item) => item.trim());
  if (!items.every((item) => HALF_MARATHON.test(item) || MARATHON.test(item) || ONLY_LENGTH.test(item)))
    return line;
  if (!label && !items.some((item) => /\d ?\p{L}/u.test(item))) return line;
  const lengths = parts.map((part) => {
    if (HALF_MARATHON.test(part.trim())) return '21,1 km';
    return MARATHON.test(part.trim()) ? '42,2 km' : part;
  });
  return line.slice(0, start) + lengths.join('') + line.slice(start + list.length);
}

/** Leaves out what only the other lengths of the text show to be something else. */
function racesOf(lengths: readonly Length[]): Length[] {
  const hasKilometres = lengths.some(({ isMetres }) => !isMetres);
  const sports = new Set(lengths.map(({ sport }) => sport));
  const hasSeveralSports = [...sports].filter(Boolean).length > 1;
  return lengths.filter((length) => {
    const { text, sport, isMetres, isClear } = length;
    const kilometres = kilometresOf(text) ?? 0;
    // Metres beside kilometres are rather a climb: "42 km / 2500 m".
    const isDoubtful = hasKilometres && isMetres && !isClear;
    // The parts of a triathlon, or the swimming of a swimrun.
    const isPart = sport > 0 && (hasSeveralSports || (sport === SWIMMING && sports.has(0)));
    const isPossible = kilometres >= KILOMETRES_MIN && kilometres <= KILOMETRES_MAX;
    return isPossible && !isDoubtful && !isPart && !isConverted(length, lengths);
  });
}

/** Miles are written with one decimal. */
const SAME_LENGTH = 0.01;

/** `10 km (6.2 miles)`: miles that are another's kilometres. */
function isConverted({ text }: Length, lengths: readonly Length[]): boolean {
  const miles = text.endsWith('miles') && kilometresOf(text);
  return (
    !!miles &&
    lengths.some(
      (other) =>
        other.text.endsWith('km') && Math.abs((kilometresOf(other.text) ?? 0) - miles) < miles * SAME_LENGTH,
    )
  );
}

function lengthsInSentence(sentence: string, hasHeights: boolean): Length[] {
  if (!MAY_BE_LENGTH.test(sentence)) return [];
  const quantities = quantitiesIn(sentence);
  if (quantities.length > NUMBERS_MAX) return [];
  const hasClimb = hasHeights && quantities.some(({ unit }) => unit === 'm') && HEIGHTS.test(sentence);
  const lengths: Length[] = [];
  for (let index = 0; index < quantities.length; ) {
    let end = index + 1;
    while (isListed(sentence, quantities[end - 1], quantities[end])) end++;
    const found = lengthsOfList(sentence, quantities.slice(index, end), quantities[index - 1]);
    // A climb whose number is not known may be any of the lengths in metres.
    lengths.push(...found.filter(({ isMetres }) => !hasClimb || !isMetres));
    index = end;
  }
  return lengths;
}

function quantitiesIn(sentence: string): Quantity[] {
  const quantities = Array.from(sentence.matchAll(NUMBER_AND_UNIT), ({ 0: whole, 1: unit = '', index }) => ({
    number: unit ? whole.slice(0, -unit.length).replace(/[ -]$/, '') : whole,
    unit: shortUnit(unit),
    hasUnit: unit !== '',
    start: index,
    end: index + whole.length,
  }));
  // From the last to the first: in "5, 10 och 21 km" the unit is at the end.
  for (let index = quantities.length - 2; index >= 0; index--) {
    const [quantity, next] = [quantities[index], quantities[index + 1]];
    if (quantity && next?.unit && !quantity.unit && isSeparated(sentence, quantity, next))
      quantity.unit = next.unit;
  }
  return quantities;
}

const shortUnit = (unit: string) =>
  unit
    .toLowerCase()
    .replace(/^kilomet.*/, 'km')
    .replace(/^met.*/, 'm')
    .replace(/^mi$/, 'miles');

/** Whether only a separator of a list or a range is between them. */
function isSeparated(sentence: string, { end }: Quantity, { start }: Quantity): boolean {
  const gap = sentence.slice(end, start);
  return gap.length < GAP_MAX && (LIST_SEPARATOR.test(gap) || RANGE_SEPARATOR.test(gap));
}

const isListed = (sentence: string, quantity: Quantity | undefined, next: Quantity | undefined): boolean =>
  !!quantity?.unit && !!next?.unit && isSeparated(sentence, quantity, next);

/** What is before a list is said of all of it, what is after it of its last length. */
function lengthsOfList(
  sentence: string,
  list: readonly Quantity[],
  previous: Quantity | undefined,
): Length[] {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last?.unit) return [];
  const after = sentence.slice(last.end, last.end + NEAR);
  const before = sentence.slice(Math.max(previous?.end ?? 0, first.start - NEAR), first.start);
  if (OTHER_BEFORE.test(before) || OTHER_DIRECTLY_BEFORE.test(before)) return [];
  // "42 km (2500 m)": rather its climb, or the same length.
  if (previous?.unit === 'km' && last.unit === 'm' && /^ ?\($/.test(before)) return [];
  const gaps = list.slice(1).map((next, index) => sentence.slice(list[index]?.end, next.start));
  const canShare = canShareUnit(sentence, list, before);
  if (isTriathlon(list, gaps, canShare) && isUnordered(list)) return [];
  const isTrack = TRACK_AFTER.test(after) && (last.unit === 'm' || TIMED_RACE.test(sentence));
  const isLastOther = isTrack || OTHER_DIRECTLY_AFTER.test(after);
  const sport = sportIn(SPORT_BEFORE.exec(before)) || sportIn(SPORT_AFTER.exec(after));
  return list.flatMap(({ number, unit, hasUnit }, index) => {
    const hasUnitOfLast = list.slice(index, -1).every((other) => !other.hasUnit);
    if ((!hasUnit && !canShare) || (isLastOther && hasUnitOfLast)) return [];
    const isClear = isListOfMetres(list, gaps, index) || isNamedRace(list, index, before, after);
    return { text: `${number} ${unit}`, sport, isMetres: unit === 'm', isClear };
  });
}

const sportIn = (found: RegExpExecArray | null) => (found ? found.slice(1).findIndex(Boolean) + 1 : 0);

/** Whether the numbers without a unit have that of the list. */
function canShareUnit(sentence: string, list: readonly Quantity[], before: string): boolean {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last || NUMBER_LABEL.test(before)) return false;
  // A year is no length.
  if (list.some(({ number, unit }) => unit === 'km' && /^(?:19|20)\d\d$/.test(number))) return false;
  const withUnit = list.find(({ hasUnit }) => hasUnit) ?? last;
  const hasOnlyCommas = /^[\d\s.,]*$/.test(sentence.slice(first.start, withUnit.start));
  return !hasOnlyCommas || LIST_LABEL.test(before);
}

/** Whether a list may be the parts of a race. "10 km, 5 km, 21 km" are races in any order. */
function isTriathlon(list: readonly Quantity[], gaps: readonly string[], canShare: boolean): boolean {
  if (list.length <= 2) return canShare;
  return gaps.every((gap) => TIGHT_SEPARATOR.test(gap)) || list.some(({ hasUnit }) => !hasUnit);
}

/** The parts of a triathlon are neither in ascending nor in descending order: `1,9/90/21 km`. */
function isUnordered(list: readonly Quantity[]): boolean {
  const lengths = list.map(({ number, unit }) => kilometresOf(`${number} ${unit}`) ?? 0);
  if (lengths.some((length, index) => length > SHARED_UNIT_KILOMETRES_MAX && !list[index]?.hasUnit))
    return true;
  const steps = lengths.slice(1).map((length, index) => Math.sign(length - (lengths[index] ?? 0)));
  return steps.includes(1) && steps.includes(-1);
}

/** `800, 1500 och 5000 m`, `800 m, 5 km och 10 km` and `10 km och 800 m` are lists of races. */
const isListOfMetres = (list: readonly Quantity[], gaps: readonly string[], index: number): boolean =>
  list.filter(({ unit }) => unit === 'm').length > 1 ||
  list.slice(index + 1).filter(({ unit }) => unit !== 'm').length > 1 ||
  [gaps[index - 1], gaps[index]].some((gap) => gap !== undefined && LIST_WORD.test(gap));

/** `Knatteloppet 400 m`, `1000 m-lopp`. */
const isNamedRace = (list: readonly Quantity[], index: number, before: string, after: string): boolean =>
  RACE_BEFORE.test(before) || (index === list.length - 1 && RACE_AFTER.test(after));
