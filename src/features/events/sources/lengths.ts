import { DISTANCES_MAX, formatDistance, joinDistances, kilometresOf } from '../../../shared/distances';

/** Longer texts are no description of a race. */
const TEXT_MAX = 20_000;
/** A shorter race is rather a width, a depth or a pool. */
const KILOMETRES_MIN = 0.05;
const KILOMETRES_MAX = 2000;

const words = (...alternatives: string[]) => `(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`;
const pattern = (source: string, flags = 'giu') => new RegExp(source, flags);

const NUMBER = '(?:[1-9]\\d{0,2}(?: \\d{3}){1,2}(?:,\\d{1,2})?|(?:[1-9]\\d{0,5}|0(?=[.,]))(?:[.,]\\d{1,4})?)';
const METRES = '(?: ?(?:m|meter|meters|metres))?';
const UNIT = '(?:km|kilometer|kilometers|kilometres?|k|mil|miles?|mi|m|meters?|metres?)';

/** Days and times of the day have numbers, too. */
const MONTH = '(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec|des)\\p{L}{0,6}';
const NO_LENGTHS = [
  '\\d{4}-\\d\\d-\\d\\d',
  `\\d{1,2}(?: ?[-–] ?\\d{1,2})?\\.? ${MONTH}\\.?(?: \\d{4}(?!\\d))?`,
  '\\d{1,2}/\\d{1,2}(?= \\d)',
  '(?<!\\p{L})kl\\.? ?\\d{1,2}(?:[.:]\\d\\d)?(?: ?[-–] ?\\d{1,2}(?:[.:]\\d\\d)?)?',
  '\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?/ ?km)?',
  // Telephone numbers.
  '(?:\\+\\d\\d ?(?:\\(0\\) ?)?|0)\\d{1,3}[ /-]{1,3}\\d{2,3}(?:[ -]?\\d{2,3}){1,3}',
].map((source) => pattern(`(?<![\\d,.])${source}`.replace('(?<![\\d,.])(?<!\\p{L})', '(?<![\\d,.\\p{L}])')));

const CLIMB = [
  'höjd\\p{L}{0,20}|h(?:øy|øj)de\\p{L}{0,20}|höhen\\p{L}{0,20}',
  'hm|hmtr|altimeter|fallhöjd|vertikal\\p{L}{0,10}|kuper\\p{L}{0,10}',
  '(?:total)?stigning\\p{L}{0,10}|klätt?r\\p{L}{0,10}|klatring\\p{L}{0,10}|(?:upp|ned|ner)(?:för|åt)\\p{L}{0,10}|nousu\\p{L}{0,5}',
  'elev|elevation|gain|loss|ascents?|descents?|climbs?|climbing|vertical|vert|altitudes?|altitud|uphill|downhill|dénivelé',
  'moh|möh|m\\.? ?ö\\.? ?h|asl|över havet|over havet|above sea level',
  'd ?[+-]',
];
/** Only after a number: these words are in other sentences, too. */
const UP = 'upp(?! till)|up(?! to)';
/** Words beside heights. Their sentence has no lengths in metres. */
const HEIGHTS = pattern(
  `${words(...CLIMB, UP, 'topp(?:en|ar|arna)?|berg(?:et)?|fjäll(?:et)?|backe(?:n)?|högsta|högst|lägsta|peak|summit|highest')}|[↑↓↗↘⬆⬇▲△⛰]`,
  'iu',
);
/** `2500 höjdmeter`, `1200 m D+`, `1200 m+`. */
const CLIMB_AFTER = pattern(
  `(?<![\\d.,])(?=\\d)${NUMBER}${METRES} {0,2}[(/]?(?:(?:total|totalt|i|of|av|in|positive|positiv) ){0,2}(?:${words(...CLIMB, UP)}|\\+)(?! ?\\d)`,
);
/** `+640 m`. */
const CLIMB_SIGN = pattern(`(?<![\\d\\p{L}])\\+${NUMBER}${METRES}(?![\\p{L}\\d])`);
/** `Höjdmeter: ca 2500 m`, `D+ 1200 m / 600 m`. */
const CLIMB_BEFORE = pattern(
  `${words(...CLIMB)}[^\\d\\n;()]{0,30}${NUMBER}${METRES}(?![\\p{L}\\d]|[.,]\\d)(?! ?(?:km|k|mil))(?: ?(?:,|/|&|och|resp\\.?|[-–]) ?${NUMBER}${METRES}(?![\\p{L}\\d]|[.,]\\d)(?! ?(?:km|k|mil|x))){0,9}`,
);

/** What is measured is not the race, when one of these is before the number in its sentence. */
const BEFORE_ANYWHERE = pattern(
  words(
    '(?:p-?plats|parkering|buss|tåg|hotell|vandrarhem|camping|boende|logi|hållplats|station|dusch|omkläd)\\p{L}*|parking',
    '(?:gång)?avstånd(?:et)?|promenad|(?:vätsk|energi|dryck|depå|kontroll|serverings)\\p{L}*|(?:aid|drink|water|feed) stations?|water|checkpoints?|drop ?bags?',
    'max ?tid\\p{L}*|rep ?tid\\p{L}*|sväng|fortsätt|servering|spärr\\p{L}*|cut ?-?off|djup(?:et)?|depth|bredd(?:en)?|varav|bassäng(?:en)?|pool|backyard',
  ),
  'iu',
);
/** Or one of these directly before it. */
const DIRECTLY_BEFORE = pattern(
  `(?:${words(
    'varje|var|every|each|hver|hvert|vid|efter|after|at|sista|första|last|first|(?:upp|fram) till|up to|mer än|minst',
    'varv|varvet|varv på|varvet är|varv à|varven|varvbana|slinga på|lap|laps|laps of|loop of|runde',
  )}|[x×*] ?|(?<![\\p{L}:])[àáa]) ?[:(]? ?(?:ca |cirka |c:a |om |of |på |är )?$`,
  'iu',
);
const DIRECTLY_AFTER = pattern(
  `^(?: ?[x×*] ?\\d| ?/ ?(?:h|tim|t|min|varv|lap)(?!\\p{L})| ?(?:per|/) ?${words('varv', 'lap', 'timme', 'hour')}| ?[(-]? ?${words(
    'varv|varvet|varvbana|lap|laps|loop|djup|djupt|deep|bred|brett|wide|hög|högt|high|bassäng|pool|bort|away',
    'norr|söder|öster|väster|nordost|nordväst|sydost|sydväst|north|south|east|west|utanför|outside',
    '(?:gång|gångväg|promenad|walk|att gå|bilväg|med bil) |asfalt|grus\\p{L}*|stig(?:ar)?|skogsväg\\p{L}*',
    'varje|every|each|i timmen|i veckan|per (?:timme|dag|vecka|hour)',
    '(?:till|från|to|from|fra|til) (?:\\p{L}+ )?(?:start|mål|starten|målet|finish|arenan?|parkering|parkeringen|stationen|station|centrum|hotellet|omklädning|dusch|duschar|skolan|stugan|bussen|tåget|vägen|havet|the start)',
    '(?:från|fra|from)(?! \\p{L}+ (?:till|to|til))',
    'vätska|cut ?-?off|deltagare|löpare|participants|runners|kr|kronor|sek|kvar',
  )})`,
  'iu',
);

const TRACK_AFTER = /^[- ]?(?:lång )?(?:löpar|rund)?(?:bana|banan|track)(?!\p{L})/iu;

/** Parts of a race in several sports, each by the beginnings of its words. */
const DISCIPLINES = [
  'sim(?!run)|swim(?!run)|svøm|svöm',
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

const TOKEN = pattern(`(?<![\\p{L}\\d.:#]|\\d,)${NUMBER}(?![.,]?\\d)(?:[ -]?(${UNIT})(?![\\p{L}\\d]))?`);
const LIST_WORDS = 'och|and|eller|el\\.?|or|samt|og|resp\\.?|respektive|alt\\.?|alternativt';
const LIST = new RegExp(`^ ?(?:, ?(?:(?:${LIST_WORDS}) )?|[&+/;|•·]|${LIST_WORDS}) ?$`, 'i');
/** Splits a list, and keeps what separates it. */
const MARATHONS_LIST = new RegExp(`((?:,(?!\\d)| (?:${LIST_WORDS}) |[&+/|•·])(?: (?:${LIST_WORDS}) )?)`, 'i');
const WORD_LIST = new RegExp(`^ ?(?:, ?)?(?:${LIST_WORDS}) ?$`, 'i');
const RANGE = /^ ?(?:[–—-]|till|to|til) ?$/i;
/** In `Klass 2, 10 km` a comma makes no list. */
const LIST_BEGINS = /(?:^|[\n:(–]|distan\p{L}*|distances?|längd(?:er)?) ?$/iu;
const SENTENCE_END =
  /(?<=\p{L}{2})(?<!(?<!\p{L})(?:el|alt|resp|ca|kl|nr))[.!?] |(?<!\d ?)[;|•]|[;|•](?! ?\d)/u;
const NO_LIST = pattern(
  `${words('klass|klasser|start|grupp|nr|nummer|etapp|stage|race|cup|del|deltävling|omgång|heat|lag|lopp|plats|pris|den|år|age|class|heat|h|d|p|f|m|k|herrar|damer')} ?$`,
  'iu',
);

/** A length in metres is `isClear` when its list or a word says that it is a race. */
type Length = { text: string; discipline: number; isMetres: boolean; isClear: boolean };

const RACE_BEFORE = pattern(
  '(?:lopp(?:et)?|race|run|barn\\p{L}*|knatte\\p{L}*|mini\\p{L}*|junior\\p{L}*|ungdom\\p{L}*|flickor|pojkar|damer|herrar|kvinnor|män|kids|children|sprint\\p{L}*|distan\\p{L}*|längd(?:er)?|sträck(?:a|or|an)|klass|simning)(?: \\d{1,2}(?:-\\d{1,2})? år)? ?[:(–-]? ?(?:ca )?$',
  'iu',
);
const RACE_AFTER = pattern(
  '^[- ]?(?:lopp(?:et)?|häck|hinder|sprint|simning|fristil|barn|knatte|mini|race|run|dash|hurdles|steeplechase|för barn|for kids)(?!\\p{L}{4})',
  'iu',
);

const HALF = /^(?:ca )?(?:halv|half)[ -]?mara(?:th?on)?$/i;
const WHOLE = /^(?:ca )?(?:hel)?mara(?:th?on)?$/i;
const NUMBERED = pattern(`^(?:ca )?${NUMBER} ?(?:${UNIT})?$`, 'iu');
const LENGTHS_LABEL = /(?<!\p{L})(?:distan\p{L}{0,8}|sträck(?:a|or)|längd(?:er)?) ?:? ?/iu;
const LINE_MAX = 300;

/** A marathon is a length in a list of lengths, such as `Maraton, halvmaraton och 10 km`. Elsewhere it may be a name. */
function withMarathons(line: string): string {
  if (line.length > LINE_MAX || !/mara/i.test(line)) return line;
  const label = LENGTHS_LABEL.exec(line);
  const start = label ? label.index + label[0].length : 0;
  const list = /^.*?(?=\.(?!\d)|[;(]|$)/.exec(line.slice(start))?.[0] ?? '';
  const parts = list.split(MARATHONS_LIST);
  const items = parts.filter((_, index) => index % 2 === 0).map((item) => item.trim());
  if (!items.every((item) => HALF.test(item) || WHOLE.test(item) || NUMBERED.test(item))) return line;
  if (!label && !items.some((item) => /\d ?\p{L}/u.test(item))) return line;
  const lengths = parts.map((part) =>
    HALF.test(part.trim()) ? '21,1 km' : WHOLE.test(part.trim()) ? '42,2 km' : part,
  );
  return line.slice(0, start) + lengths.join('') + line.slice(start + list.length);
}

/** Blanks keep the places of what follows. A letter keeps what is before and after apart. */
const masked = (text: string, what: RegExp) => text.replace(what, (found) => '¤'.repeat(found.length));

/** The lengths that a text, as `plainText` returns it, says races have: `Milen 10 km och 5 km`. What may be something else is left alone. */
export function lengthsIn(text: string): string {
  let readable = text
    .slice(0, TEXT_MAX)
    .replace(/[\u00a0\u2000-\u200a\u202f\t]/g, ' ')
    .replace(/ {2,}/g, ' ');
  if (!MAY_BE_LENGTH.test(readable)) return '';
  // Most texts say nothing about heights.
  const hasHeights = readable.includes('+') || HEIGHTS.test(readable);
  for (const what of [...NO_LENGTHS, ...(hasHeights ? [CLIMB_AFTER, CLIMB_SIGN, CLIMB_BEFORE] : [])])
    readable = masked(readable, what);
  const lengths = readable
    .split('\n')
    .flatMap((line) => withMarathons(line).split(SENTENCE_END))
    .flatMap((sentence) => lengthsInSentence(sentence, hasHeights));
  const hasKilometres = lengths.some(({ isMetres }) => !isMetres);
  const disciplines = new Set(lengths.map(({ discipline }) => discipline).filter(Boolean));
  const hasOther = lengths.some(({ discipline }) => discipline === 0);
  const isPart = ({ discipline }: Length) =>
    discipline > 0 && (disciplines.size > 1 || (discipline === SWIM && hasOther));
  const found = new Map<number, string>();
  for (const length of lengths) {
    const kilometres = kilometresOf(length.text) ?? 0;
    const isRace = kilometres >= KILOMETRES_MIN && kilometres <= KILOMETRES_MAX;
    // Metres beside kilometres are rather a climb: "42 km / 2500 m".
    const isDoubtful = hasKilometres && length.isMetres && !length.isClear;
    if (isRace && !isDoubtful && !isPart(length) && !found.has(kilometres) && !isConverted(length, lengths))
      found.set(kilometres, formatDistance(length.text));
  }
  return found.size > DISTANCES_MAX ? '' : joinDistances([...new Set(found.values())]);
}

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
/** Miles are written with one decimal. */
const SAME_LENGTH = 0.01;

/** All units begin so. */
const MAY_BE_LENGTH = /\d[ -]?[km]|mara/i;

/** What is around a length is looked at this far. */
const NEAR = 60;
const GAP_MAX = 20;
const TOKENS_MAX = 100;

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
    .replace(/^met.*/, 'm')
    .replace(/^mi$/, 'miles');

function lengthsInSentence(sentence: string, hasHeights: boolean): Length[] {
  if (!MAY_BE_LENGTH.test(sentence)) return [];
  const tokens = tokensOf(sentence);
  // No description has so many: a table, or a hostile text.
  if (tokens.length > TOKENS_MAX) return [];
  const hasClimb = hasHeights && tokens.some(({ unit }) => unit === 'm') && HEIGHTS.test(sentence);
  const lengths: Length[] = [];
  for (let index = 0; index < tokens.length; ) {
    let end = index + 1;
    while (isListed(sentence, tokens[end - 1], tokens[end])) end++;
    lengths.push(...lengthsOfList({ sentence, hasClimb }, tokens.slice(index, end), tokens[index - 1]));
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
function lengthsOfList(
  { sentence, hasClimb }: { sentence: string; hasClimb: boolean },
  list: readonly Token[],
  previous: Token | undefined,
): Length[] {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last?.unit) return [];
  const after = sentence.slice(last.end, last.end + NEAR);
  const before = sentence.slice(Math.max(previous?.end ?? 0, first.start - NEAR), first.start);
  if (BEFORE_ANYWHERE.test(before) || DIRECTLY_BEFORE.test(before)) return [];
  // "42 km (2500 m)": rather its climb, or the same length.
  if (previous?.unit === 'km' && last.unit === 'm' && /^ ?\($/.test(before)) return [];
  const discipline =
    disciplineIn(DISCIPLINE_BEFORE.exec(before)) || disciplineIn(DISCIPLINE_AFTER.exec(after));
  const isTrack = TRACK_AFTER.test(after) && (last.unit === 'm' || /tim(?:mar|me|lopp)/i.test(sentence));
  const isElse = isTrack || DIRECTLY_AFTER.test(after);
  const canInherit = mayBeginList(sentence, list, before);
  const gapAfter = (index: number) => sentence.slice(list[index]?.end, list[index + 1]?.start);
  const isJoined = list.slice(1).every((_, index) => /^ ?[/+–-] ?$/.test(gapAfter(index)));
  const hasInherited = list.some(({ hasUnit }) => !hasUnit);
  // "10 km, 5 km, 21 km" are races in any order.
  if ((list.length > 2 ? isJoined || hasInherited : canInherit) && isUneven(list)) return [];
  const isClear = (index: number) =>
    list.filter(({ unit }) => unit === 'm').length > 1 ||
    list.slice(index + 1).filter(({ unit }) => unit !== 'm').length > 1 ||
    (index > 0 && WORD_LIST.test(gapAfter(index - 1))) ||
    (index < list.length - 1 ? WORD_LIST.test(gapAfter(index)) : RACE_AFTER.test(after)) ||
    RACE_BEFORE.test(before);
  return list.flatMap((token, index) => {
    const { number, unit, hasUnit } = token;
    const sharesLast = list.slice(index, -1).every((other) => !other.hasUnit);
    // A climb whose number is not known may be any of the lengths in metres.
    if ((hasClimb && unit === 'm') || (!hasUnit && !canInherit) || (isElse && sharesLast)) return [];
    return { text: `${number} ${unit}`, discipline, isMetres: unit === 'm', isClear: isClear(index) };
  });
}

/** Nobody runs further for a day. */
const INHERITED_MAX = 300;

/** The parts of a triathlon are neither in ascending nor in descending order: `1,9/90/21 km`. */
function isUneven(list: readonly Token[]): boolean {
  const lengths = list.map(({ number, unit }) => kilometresOf(`${number} ${unit}`) ?? 0);
  if (lengths.some((length, index) => length > INHERITED_MAX && !list[index]?.hasUnit)) return true;
  const steps = lengths.slice(1).map((length, index) => Math.sign(length - (lengths[index] ?? 0)));
  return steps.includes(1) && steps.includes(-1);
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
