/** What a title says about the state of a race, and the name without it. */
export type TitleWords = { name: string; status: 'cancelled' | 'postponed' | undefined; soldOut: boolean };

const WORDS = {
  cancelled: 'inställ(?:t|d|da)|avlyst|aflyst|cancell?ed',
  postponed: 'framflytta[td]|framskjut(?:et|en)|uppskjut(?:et|en)|utsatt|udsat|udskudt|postponed',
  soldOut:
    'slutsål[td]|fulltecknad|fulltecknat|fullbokad|fullbokat|utsolgt|fulltegnet|fuldtegnet|udsolgt|sold[ -]?out|fully booked',
};
type Kind = keyof typeof WORDS;
const KINDS = Object.keys(WORDS) as Kind[];
const ANY = Object.values(WORDS).join('|');
const ENGLISH = /^(?:cancel|postpon|sold|fully)/i;

/** Of the reason or the new time. A sentence goes on in other ways. */
const NOTE =
  '(?: (?:pga|p\\.? ?g\\.? ?a|på grund|grunnet|grundet|due|i år|this year|till|tills|til|until|to|\\d{4})(?![\\p{L}])[^:–()[\\]]{0,60})?';
/** Anything but letters, numbers and what joins them to a word. */
const SIGN = "(?:(?!(?<=\\p{L})-(?=\\p{L}))[^\\p{L}\\p{N}\\s'’&+/])";
const OPEN = '[(\\[{]';
const CLOSE = '[)\\]}]';

/** In brackets anywhere, also with a reason. */
const BRACKETS = new RegExp(
  `\\s{0,9}${OPEN}\\s{0,9}${SIGN}{0,3}\\s{0,9}(${ANY})${SIGN}{0,3}${NOTE}\\s{0,9}${SIGN}{0,3}${CLOSE}`,
  'iu',
);
/** First, before a sign: `INSTÄLLT: Loppet`, `❌ INSTÄLLT ❌ Loppet`. */
const FIRST = new RegExp(`^(?:\\s|${SIGN}){0,9}(${ANY})${NOTE}\\s{0,9}(?:${SIGN}|/)`, 'iu');
/** First, before a name. */
const FIRST_ALONE = new RegExp(`^(?:\\s|${SIGN}){0,9}(${ANY})\\s{1,9}`, 'iu');
/** Last or between signs: `Loppet - INSTÄLLT`, `Loppet! Inställt pga snö`. */
const LAST = new RegExp(`(?:${SIGN}|\\s/)\\s{0,9}(${ANY})${NOTE}(?=\\s{0,9}(?:${SIGN}|/|$))`, 'iu');
/** Last, in capitals: `Loppet INSTÄLLT!`. */
const LAST_ALONE = new RegExp(`[\\s-](${ANY})(?:\\s|${SIGN}){0,9}$`, 'iu');
const NEGATION = /(?<!\p{L})(?:ej|inte|icke|ikke|not|aldrig|är|er|blir|bliver|blev|is|was|ble|blive)$/iu;

const EDGE = '[\\s:;,–—|/*\\p{Extended_Pictographic}\\ufe0f-]';
const EDGES = new RegExp(`^(?:${EDGE}|[.!])+|(?<!${EDGE})${EDGE}+$`, 'gu');
const isCapitals = (text: string) => text === text.toUpperCase();

type Found = { word: string; rest: string };

function findWord(title: string): Found | undefined {
  for (const pattern of [BRACKETS, FIRST, FIRST_ALONE, LAST, LAST_ALONE]) {
    const found = pattern.exec(title);
    if (!found) continue;
    const word = found[1] ?? '';
    const before = title.slice(0, found.index);
    const after = title.slice(found.index + found[0].length);
    if (
      pattern === FIRST_ALONE &&
      !(isCapitals(word) || (!ENGLISH.test(word) && /^[\p{Lu}\p{N}]/u.test(after)))
    )
      continue;
    // "ÄR LOPPET INSTÄLLT?" is a question.
    if (pattern === LAST_ALONE && (!isCapitals(word) || NEGATION.test(before) || found[0].includes('?')))
      continue;
    return { word, rest: `${before} ${after}` };
  }
  return undefined;
}

const TITLE_MAX = 5000;

/** Only words that stand apart: no part of a name or of a sentence such as "loppet blir ej inställt". */
export function readTitle(title: string): TitleWords {
  const kinds = new Set<Kind>();
  let name = title.slice(0, TITLE_MAX);
  // "SLUTSÅLT / INSTÄLLT: Loppet" has two.
  for (let found = findWord(name); found && kinds.size < KINDS.length; found = findWord(name)) {
    const { word, rest } = found;
    const kind = KINDS.find((one) => new RegExp(`^(?:${WORDS[one]})$`, 'iu').test(word));
    if (!kind) break;
    kinds.add(kind);
    name = rest.replace(EDGES, '').replace(/\s{2,}/g, ' ');
  }
  const status = kinds.has('cancelled') ? 'cancelled' : kinds.has('postponed') ? 'postponed' : undefined;
  const hasName = /[\p{L}\p{N}]/u.test(name);
  return {
    name: kinds.size > 0 && hasName ? name.trim() : title.trim(),
    status,
    soldOut: kinds.has('soldOut'),
  };
}
