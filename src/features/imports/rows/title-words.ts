/** What a title says about the state of a race, and the name without it. */
export type TitleWords = {
  name: string;
  status: 'cancelled' | 'postponed' | undefined;
  soldOut: boolean;
  /** The title has no other words, and is its own name. */
  isNameless: boolean;
};

const WORDS = {
  cancelled: 'inställ(?:t|d|da)|avlyst|aflyst|cancell?ed',
  postponed: 'framflytta[td]|framskjut(?:et|en)|uppskjut(?:et|en)|utsatt|udsat|udskudt|postponed|rescheduled',
  soldOut:
    'slutsål[td]|fulltecknad|fulltecknat|fullbokad|fullbokat|fullsatt|utsolgt|fulltegnet|fuldtegnet|fuldt booket|udsolgt|sold[ -]?out|fully booked',
};
/** Also a distance, and a word of other sentences. */
const FULL = 'full|fullt';
const OTHER_FULL = /half|halv|distan|mara|ironman|triathlon|swimrun|moon|pull|sprint/i;

type Kind = keyof typeof WORDS;
const KINDS = Object.keys(WORDS) as Kind[];
const ANY = Object.values(WORDS).join('|');
const ANY_WORD = new RegExp(ANY, 'iu');
const ENGLISH = /^(?:cancel|postpon|resched|sold|fully)/i;

/** `OBS! INSTÄLLT`, `Tyvärr inställt`, `Loppet är inställt`, `Race cancelled`. */
const SUBJECT =
  '(?:(?:obs|tyvärr|desværre|dessverre|unfortunately|nu|helt|status)\\b[!:.]?\\s{0,3})?(?:(?:loppet|tävling(?:en)?|evenemang(?:et)?|arrangemang(?:et)?|lop|løpet|løbet|arrangement(?:et)?|stævnet|(?:the )?(?:race|event))\\s(?:(?:är|er|is|har blivit|has been)\\s)?)?';
/** Of the reason or the new time. A sentence goes on in other ways. */
const NOTE =
  '(?: (?:pga|p\\.? ?g\\.? ?a|på grund|grunnet|grundet|på obestämd tid|på ubestemt tid|due|i år|this year|till|tills|til|until|to|\\d{4})(?![\\p{L}])[^:–()[\\]]{0,60})?';
/** Anything but letters, numbers and what joins them to a word. */
const SIGN = "(?:(?!(?<=\\p{L})-(?=\\p{L}))[^\\p{L}\\p{N}\\s'’&+/?])";
const OPEN = '[(\\[{]';
const CLOSE = '[)\\]}]';
const BEFORE_NAME = `(?:(?!${OPEN})${SIGN}|/)`;

/** In brackets anywhere, also with a reason. */
const BRACKETS = `\\s{0,9}${OPEN}\\s{0,9}${SIGN}{0,3}\\s{0,9}${SUBJECT}(WORDS)${SIGN}{0,3}${NOTE}\\s{0,9}${SIGN}{0,3}${CLOSE}`;
/** Nothing else. "Loppet" may be a name. */
const ALONE = new RegExp(
  `^(?:\\s|${SIGN}|/){0,9}${SUBJECT.replace('loppet|', '')}(?:${ANY})${NOTE}(?:\\s|${SIGN}|/){0,9}$`,
  'iu',
);
/** First, before a sign: `INSTÄLLT: Loppet`, `❌ INSTÄLLT ❌ Loppet`. */
const FIRST = `^(?:\\s|${SIGN}){0,9}${SUBJECT}(WORDS)${NOTE}\\s{0,9}${BEFORE_NAME}`;
/** First, before a name. */
const FIRST_ALONE = `^(?:\\s|${SIGN}){0,9}(WORDS)(?:\\s{1,9}|-)`;
/** Last or between signs: `Loppet - INSTÄLLT`, `Loppet! Inställt pga snö`. */
const LAST = `(?:${SIGN}|\\s/)\\s{0,9}${SUBJECT}(WORDS)${NOTE}(?=\\s{0,9}(?:${SIGN}|/|$))`;
/** Last: `Loppet INSTÄLLT!`, `Loppet är inställt pga snö`. */
const LAST_ALONE = `[\\s/-](?:(?:är|er|is)\\s)?(WORDS)${NOTE}(?=(?:\\s|[!.*🚫❌]){0,9}(?:$|\\())`;

/** `2027 INSTÄLLT Loppet`: between other words in capitals. */
const MIDDLE = `\\s(WORDS)\\s`;

const patternsOf = (words: string, sources: Record<string, string>) =>
  Object.entries(sources).map(([place, source]) => ({
    place,
    pattern: new RegExp(source.replace('WORDS', words), 'iu'),
  }));
const PATTERNS = patternsOf(ANY, { BRACKETS, FIRST, FIRST_ALONE, LAST, LAST_ALONE, MIDDLE });
const FULL_PATTERNS = patternsOf(FULL, { BRACKETS, FIRST, LAST });

/** What makes a sentence say something else: `Loppet är ej inställt`, `Snart slutsålt`, `Blir loppet inställt`. */
const OTHER_SENTENCE =
  /(?<!\p{L})(?:ej|inte|icke|ikke|not|aldrig|never|snart|nästan|näst|almost|nearly|soon|kanske|maybe|eventuellt|delvis|partly|tidigare|förut|kan|kunde|bli|blir|bliver|blev|blive|var|was|som|om|that|inga|ingen|är|er|is|det|den|de|the|för|av|of)$/iu;
const QUESTION = /^(?:är|blir|var|er|is|are)\s/i;
/** The word is about this part of the race only. */
const PART =
  /\d|klass|barn|knatte|damer|herrar|(?<!\p{L})(?:\p{L}{2,20}lopp(?:et)?|km|mil|etapp|bana|stafett)/iu;
const PARTS = /[–:|]|\s-\s/;
/** English words before one of these are no part of its name. */
const NORDIC = /[åäöæø]|lopp|løp|løb|ruset|rundan|varvet|milen|stafett/i;
const ATTENTION = /^(?:obs|nb)(?!\p{L})[!:.]?\s*/iu;

const EDGE = '[\\s:;,–—|/*~_\\p{Extended_Pictographic}\\ufe0f-]';
const EDGES = new RegExp(`^(?:${EDGE}|[.!])+|(?<!${EDGE})${EDGE}+$|\\s[.!]+$|(?<!\\.)\\.{2,}$`, 'gu');
const isCapitals = (text: string) => text === text.toUpperCase();

const hasName = (text: string) => /[\p{L}\p{N}]/u.test(text);

type Found = { word: string; rest: string };

function isStatus(place: string, found: RegExpExecArray, before: string, after: string): boolean {
  const word = found[1] ?? '';
  if (found[0].includes('?') || /^\s*[?]/.test(after)) return false;
  const isBeforeName = /^[\p{Lu}\p{N}(["“]/u.test(after);
  if (place === 'FIRST_ALONE') {
    if (found[0].endsWith('-')) return isCapitals(word) && /^\p{Lu}\p{L}*\p{Ll}/u.test(after);
    // "Inställda Loppet" and "Sold Out Run" are names.
    const isName = !isCapitals(word) && (/da$/i.test(word) || (ENGLISH.test(word) && !NORDIC.test(after)));
    return isBeforeName && !isName;
  }
  if (place !== 'LAST_ALONE' && place !== 'MIDDLE') return true;
  const sentence = before.replace(ATTENTION, '');
  if (OTHER_SENTENCE.test(sentence) || QUESTION.test(sentence)) return false;
  const parts = sentence.split(PARTS);
  if (place === 'MIDDLE' && !(isCapitals(word) && !ENGLISH.test(word) && isBeforeName)) return false;
  if (isCapitals(word)) return parts.length === 1 || !PART.test(parts.at(-1) ?? '');
  return parts.length === 1 && !/\d/.test(sentence.replace(/(?:19|20)\d\d/, ''));
}

/** Most titles have no letters of a word. */
const MAY_HAVE_WORD =
  /inst|avlys|aflys|cance|flytt|skju|utsat|udsat|udsk|postp|resch|slut|full|fuld|utso|udso|sold/i;

function findWord(title: string): Found | undefined {
  if (!MAY_HAVE_WORD.test(title)) return undefined;
  const [alone] = title.includes('?') ? [] : (ALONE.exec(title) ?? []);
  if (alone !== undefined) return { word: ANY_WORD.exec(alone)?.[0] ?? '', rest: '' };
  const patterns = OTHER_FULL.test(title) || isCapitals(title) ? PATTERNS : [...PATTERNS, ...FULL_PATTERNS];
  let nameless: Found | undefined;
  for (const { place, pattern } of patterns) {
    const found = pattern.exec(title);
    if (!found) continue;
    const word = found[1] ?? '';
    // Small letters are rather an adjective.
    if (/^full$/i.test(word) && !isCapitals(word)) continue;
    const before = title.slice(0, found.index);
    const after = title.slice(found.index + found[0].length);
    if (!isStatus(place, found, before, after)) continue;
    // "Loppet INSTÄLLT!" has a name, "Tävlingen inställd!" has none.
    if (hasName(withoutEdges(`${before} ${after}`))) return { word, rest: `${before} ${after}` };
    nameless ??= { word, rest: '' };
  }
  return nameless;
}

/** No name is so long. Patterns with gaps take quadratic time. */
const TITLE_MAX = 300;

const withoutEdges = (name: string) =>
  name
    .trim()
    .replace(ATTENTION, '')
    .replace(EDGES, '')
    .replace(/^[(["“]([^()[\]"“”]*)[)\]"”]$/, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim();

/** Only words that stand apart: no part of a name or of a sentence such as "loppet blir ej inställt". */
export function readTitle(title: string): TitleWords {
  const kinds = new Set<Kind>();
  let name = title.length > TITLE_MAX ? '' : title.replace(/\s+/g, ' ');
  // "SLUTSÅLT / INSTÄLLT: Loppet" has two.
  for (let round = 0; round < 4; round++) {
    const found = findWord(name);
    if (!found) break;
    const isWord = (kind: Kind) => new RegExp(`^(?:${WORDS[kind]})$`, 'iu').test(found.word);
    kinds.add(KINDS.find(isWord) ?? 'soldOut');
    name = withoutEdges(found.rest);
  }
  const status = kinds.has('cancelled') ? 'cancelled' : kinds.has('postponed') ? 'postponed' : undefined;
  return {
    name: kinds.size > 0 && hasName(name) ? name : title.trim(),
    status,
    soldOut: kinds.has('soldOut'),
    isNameless: kinds.size > 0 && !hasName(name),
  };
}

/** Cells of a table with the state that the name says. A cell of its own wins. */
export function withStateWords<Cells extends Partial<Record<string, string>>>(cells: Cells): Cells {
  const { name, status, soldOut, isNameless } = readTitle(cells.event_name ?? '');
  if (isNameless || (!status && !soldOut)) return cells;
  return {
    ...cells,
    event_name: name,
    ...(status && !cells.status && { status }),
    ...(soldOut && !cells.sold_out && { sold_out: 'true' }),
  };
}
