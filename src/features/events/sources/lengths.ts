import { DISTANCES_MAX, formatDistance, joinDistances, kilometresOf } from '../../../shared/distances';
import { composed } from '../../../shared/text';

/** Longer texts are no description of a race. */
const TEXT_MAX = 20_000;
/** A shorter race is rather a width, a depth or a pool. */
const KILOMETRES_MIN = 0.05;
const KILOMETRES_MAX = 2000;

const words = (...alternatives: string[]) => `(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`;
const pattern = (source: string, flags = 'giu') => new RegExp(source, flags);

const NUMBER = '(?:[1-9]\\d{0,2}(?: \\d{3}){1,2}|\\d{1,6}(?:[.,]\\d{1,4})?)';
const METRES = '(?: ?(?:m|meter|meters|metres))?';
const UNIT = '(?:km|kilometer|kilometers|kilometres?|k|mil|miles?|m|meters?|metres?)';

/** Days and times of the day have numbers, too. */
const MONTH = '(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec|des)\\p{L}{0,6}';
const NO_LENGTHS = [
  '\\d{4}-\\d\\d-\\d\\d',
  `\\d{1,2}(?: ?[-–] ?\\d{1,2})?\\.? ${MONTH}\\.?(?: \\d{4}(?!\\d))?`,
  '\\d{1,2}/\\d{1,2}(?= \\d)',
  '(?<!\\p{L})kl\\.? ?\\d{1,2}(?:[.:]\\d\\d)?(?: ?[-–] ?\\d{1,2}(?:[.:]\\d\\d)?)?',
  '\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?/ ?km)?',
].map((source) => pattern(`(?<![\\d,.])${source}`.replace('(?<![\\d,.])(?<!\\p{L})', '(?<![\\d,.\\p{L}])')));

const CLIMB = [
  'höjd(?:m|meter|metrar|metrarna|skillnad|skillnaden|stigning|ökning)?',
  'h(?:øyde|øjde)(?:m|meter|meters|metre|forskjell|forskel|forskellen)?',
  'hm|altimeter|fallhöjd',
  '(?:total)?stigning(?:en|ar|er)?|klättring(?:en)?|uppför|nedför',
  'elevation|gain|loss|ascent|descent|climb|climbing|vertical|vert|altitude|altitud',
  'moh|möh|m\\.? ?ö\\.? ?h|asl|över havet|over havet|above sea level',
  'd ?[+-]',
];
const CLIMBS = pattern(words(...CLIMB), 'iu');
/** `2500 höjdmeter`, `1200 m D+`, `1200 m+`. */
const CLIMB_AFTER = pattern(
  `[+±]? ?(?<![\\d.,])${NUMBER}${METRES} {0,2}[(/]?(?:(?:total|totalt|i|of|av|in|positive|positiv) ){0,2}(?:${words(...CLIMB)}|\\+)(?! ?\\d)`,
);
/** `+640 m`. */
const CLIMB_SIGN = pattern(`(?<![\\d\\p{L}])\\+${NUMBER}${METRES}(?![\\p{L}\\d])`);
/** `Höjdmeter: ca 2500 m`, `D+ 1200 m / 600 m`. */
const CLIMB_BEFORE = pattern(
  `${words(...CLIMB)}[^\\d\\n;()]{0,30}${NUMBER}${METRES}(?![\\p{L}\\d])(?! ?(?:km|k|mil))(?: ?(?:,|/|&|och|resp\\.?|[-–]) ?${NUMBER}${METRES}(?![\\p{L}\\d])(?! ?(?:km|k|mil|x))){0,9}`,
);

/** What is measured is not the race, when one of these is before the number in its sentence. */
const BEFORE_ANYWHERE = pattern(
  words(
    'parkering(?:en|splats|splatsen)?|buss(?:en|ar)?|tåg(?:et)?|hotell|camping|boende|station(?:en|er)?|parking',
    '(?:gång)?avstånd(?:et)?|promenad|vätska|vätske\\p{L}*|energi|dryck|depå(?:er)?|aid station(?:s)?|drop ?bags?',
    'max ?tid|rep ?tid|spärr\\p{L}*|cut ?-?off|djup(?:et)?|depth|bredd(?:en)?|varav|bassäng(?:en)?|pool',
  ),
  'iu',
);
/** Or one of these directly before it. */
const DIRECTLY_BEFORE = pattern(
  `(?:${words(
    'varje|var|every|each|hver|hvert|vid|efter|after|at|sista|första|last|first|upp till|up to|mer än|minst',
    'varv|varvet|varv på|varvet är|varv à|varven|varvbana|slinga på|lap|laps|laps of|loop of|runde',
  )}|[x×*] ?|(?<!\\p{L})[àáa]) ?[:(]? ?(?:ca |cirka |c:a |om |of |på |är )?$`,
  'iu',
);
const DIRECTLY_AFTER = pattern(
  `^(?: ?[x×*] ?\\d| ?/ ?(?:h|tim|t|min|varv|lap)(?!\\p{L})| ?(?:per|/) ?${words('varv', 'lap', 'timme', 'hour')}| ?[(-]? ?${words(
    'varv|varvet|lap|laps|loop|djup|djupt|deep|bred|brett|wide|hög|högt|high|bassäng|pool|bort|away',
    'norr|söder|öster|väster|nordost|nordväst|sydost|sydväst|north|south|east|west|utanför|outside',
    '(?:till|från|to|from|fra|til) (?:\\p{L}+ )?(?:start|mål|starten|målet|finish|arenan?|parkering|parkeringen|stationen|station|centrum|hotellet|omklädning|dusch|duschar|skolan|stugan|bussen|tåget|vägen|havet|the start)',
    '(?:från|fra|from)(?! \\p{L}+ (?:till|to|til))',
    'vätska|cut ?-?off|deltagare|löpare|participants|runners|kr|kronor|sek|kvar',
  )})`,
  'iu',
);

/** Parts of a race in several sports, each by the beginnings of its words. */
const DISCIPLINES = [
  'sim|swim|svøm|svøm|svöm',
  'cykel|cykl|bike|sykkel|mtb|cycling',
  'löp|lauf|run|løp|løb|spring',
  'paddl|kajak|kayak|kanot',
  'skid|ski|rullskid',
];
const DISCIPLINE = `(?<!\\p{L})(?:${DISCIPLINES.map((beginnings) => `((?:${beginnings})\\p{L}{0,8})`).join('|')})`;
const DISCIPLINE_BEFORE = pattern(`${DISCIPLINE} ?(?:[:–-]|på|ca)? ?(?:ca )?$`, 'iu');
const DISCIPLINE_AFTER = pattern(`^ ?[(:–-]? ?${DISCIPLINE}`, 'iu');
const SWIM = 1;
const disciplineIn = (found: RegExpExecArray | null) => (found ? found.slice(1).findIndex(Boolean) + 1 : 0);

const TOKEN = pattern(`(?<![\\p{L}\\d.,:#])${NUMBER}(?![.,]?\\d)(?:[ -]?(${UNIT})(?![\\p{L}\\d]))?`);
const LIST = /^ ?(?:, ?(?:och |and |samt )?|&|\+|\/|och|and|eller|or|samt|og|resp\.?|respektive) ?$/i;
const RANGE = /^ ?(?:[–—-]|till|to|til) ?$/i;
/** In `Klass 2, 10 km` a comma makes no list. */
const LIST_BEGINS = /(?:^|[\n:(–]|distan\p{L}*|distances?|längd(?:er)?) ?$/iu;
const NO_LIST = pattern(
  `${words('klass|klasser|start|grupp|nr|nummer|etapp|lopp|plats|pris|den|år|age|class|heat|h|d|p|f|m|k|herrar|damer')} ?$`,
  'iu',
);

type Length = { text: string; discipline: number };

/** Blanks keep the places of what follows. A letter keeps what is before and after apart. */
const masked = (text: string, what: RegExp) => text.replace(what, (found) => '¤'.repeat(found.length));

/** The lengths that a text says races have: `Milen 10 km och 5 km`. What may be something else is left alone. */
export function lengthsIn(text: string): string {
  let readable = composed(text.slice(0, TEXT_MAX))
    .replace(/[\u00a0\u2000-\u200a\u202f\t]/g, ' ')
    .replace(/ {2,}/g, ' ');
  for (const what of [...NO_LENGTHS, CLIMB_AFTER, CLIMB_SIGN, CLIMB_BEFORE])
    readable = masked(readable, what);
  const lengths = readable.split(/\n|(?<=\p{L}{2})[.!?] |[;|•]/u).flatMap(lengthsInSentence);
  const disciplines = new Set(lengths.map(({ discipline }) => discipline).filter(Boolean));
  const isPart = ({ discipline }: Length) =>
    discipline > 0 &&
    (disciplines.size > 1 || (discipline === SWIM && lengths.some((other) => other.discipline === 0)));
  const found = new Map<number, string>();
  for (const length of lengths) {
    const kilometres = kilometresOf(length.text) ?? 0;
    const isRace = kilometres >= KILOMETRES_MIN && kilometres <= KILOMETRES_MAX;
    if (isRace && !isPart(length) && !found.has(kilometres))
      found.set(kilometres, formatDistance(length.text));
  }
  return found.size > DISTANCES_MAX ? '' : joinDistances([...new Set(found.values())]);
}

/** What is around a length is looked at this far. */
const NEAR = 60;
const GAP_MAX = 20;

/** Without a unit of its own, it has that of the list which it begins. */
type Token = { hasUnit: boolean; number: string; unit: string; start: number; end: number };

function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sentence.matchAll(TOKEN)) {
    const [whole, unit = ''] = match;
    const number = unit ? whole.slice(0, -unit.length).replace(/[ -]$/, '') : whole;
    tokens.push({
      hasUnit: unit !== '',
      number,
      unit: shortUnit(unit),
      start: match.index,
      end: match.index + whole.length,
    });
  }
  // A number without a unit has that of the list which it begins: "5 och 10 km".
  for (let index = tokens.length - 2; index >= 0; index--) {
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (!token || !next?.unit || token.unit) continue;
    const gap = sentence.slice(token.end, next.start);
    if (gap.length < GAP_MAX && (LIST.test(gap) || RANGE.test(gap))) token.unit = next.unit;
  }
  return tokens;
}

const shortUnit = (unit: string) =>
  unit
    .toLowerCase()
    .replace(/^kilomet.*/, 'km')
    .replace(/^met.*/, 'm');

function lengthsInSentence(sentence: string): Length[] {
  const tokens = tokensOf(sentence);
  const lengths: Length[] = [];
  for (let index = 0; index < tokens.length; ) {
    let end = index + 1;
    while (isListed(sentence, tokens[end - 1], tokens[end])) end++;
    lengths.push(...lengthsOfList(sentence, tokens.slice(index, end), tokens[index - 1]));
    index = end;
  }
  return lengths;
}

function isListed(sentence: string, token: Token | undefined, next: Token | undefined): boolean {
  if (!token?.unit || !next?.unit || next.start - token.end > GAP_MAX) return false;
  const gap = sentence.slice(token.end, next.start);
  return LIST.test(gap) || RANGE.test(gap);
}

/** What is before a list is said of all of it, what is after it of its last length. */
function lengthsOfList(sentence: string, list: readonly Token[], previous: Token | undefined): Length[] {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last?.unit) return [];
  const after = sentence.slice(last.end, last.end + NEAR);
  const before = sentence.slice(Math.max(previous?.end ?? 0, first.start - NEAR), first.start);
  if (BEFORE_ANYWHERE.test(before) || DIRECTLY_BEFORE.test(before)) return [];
  // "42 km (2500 m)": rather its climb, or the same length.
  if (previous?.unit === 'km' && last.unit === 'm' && /^ ?\($/.test(before)) return [];
  const discipline =
    disciplineIn(DISCIPLINE_BEFORE.exec(before)) || disciplineIn(DISCIPLINE_AFTER.exec(after));
  // A climb whose number is not known may be any of the lengths in metres.
  const hasClimb = CLIMBS.test(sentence);
  const isElse = DIRECTLY_AFTER.test(after);
  const canInherit = mayBeginList(sentence, list, before);
  return list
    .filter((token, index) => {
      if (hasClimb && token.unit === 'm') return false;
      const isInherited = !token.hasUnit;
      const sharesLast = list.slice(index, -1).every(({ hasUnit }) => !hasUnit);
      return !(isInherited && !canInherit) && !(isElse && sharesLast);
    })
    .map(({ number, unit }) => ({ text: `${number} ${unit}`, discipline }));
}

function mayBeginList(sentence: string, list: readonly Token[], before: string): boolean {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last || NO_LIST.test(before)) return false;
  // A year is no length.
  if (list.some(({ number, unit }) => unit === 'km' && /^(?:19|20)\d\d$/.test(number))) return false;
  const withUnit = list.find(({ hasUnit }) => hasUnit) ?? last;
  const hasOnlyCommas = /^[\d\s.,]*$/.test(sentence.slice(first.start, withUnit.start));
  return !hasOnlyCommas || LIST_BEGINS.test(before);
}
