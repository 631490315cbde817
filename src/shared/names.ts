// Rules for the names of people. Names appear in mails to others, so they must not contain addresses or impersonate us.
import type { ErrorCode } from './errors.ts';
import { INVISIBLE } from './text.ts';

/** Top-level domains. After a dot or the word for one, they make a text a web address. */
const TOP_LEVEL = 'com|net|org|info|biz|app|xyz|online|website|email|se|nu|dk|fi|eu|uk|us|ru|io|tv|cc';
/** Includes top-level domains that are also names of people, such as Page, Dev and Ly. */
const TOP_LEVEL_OR_NAME =
  `${TOP_LEVEL}|ai|co|gg|ly|me|to|name|pro|dev|site|shop|store|club|page|link|click|live|top|blog|cloud|space|tech|` +
  'fun|win|vip|icu|today|world|life|news|zone|media|digital|group|team|network|help|support|care|bank|finance|money|cash|' +
  'credit|loan|pay|gift|bid|review|center|services|solutions|agency|company|social|chat|run|fit|racing|tickets|events';

const ADDRESSES = [
  /@|:[/\\]|\bwww\s*\.|\bh(?:tt|xx)ps?\b|\bmailto\b/iu,
  // example.com, but not J.R.Svensson: a single letter before the dot is an initial.
  /[\p{L}\p{N}_-]{2}[.。](?:\p{L}{2}|\p{L}[.。]\p{L})/u,
  // t.co and 7.se
  new RegExp(`[\\p{L}\\p{N}][.。](?:${TOP_LEVEL_OR_NAME})(?![\\p{L}\\p{N}])`, 'iu'),
  // "example .com" and "example . com". A real name has no space before a dot.
  /[\p{L}\p{N}]\s+[.。]\s*\p{L}{2}/u,
  // "example. com"
  new RegExp(`[\\p{L}\\p{N}]{4}[.。]\\s+(?:${TOP_LEVEL})(?![\\p{L}\\p{N}])`, 'iu'),
  // "anna(at)example[dot]com" and "example punkt se"
  /[[({<]\s*(?:at|snabel-?a|dot|punkt|\.)\s*[\])}>]/iu,
  new RegExp(`\\b(?:dot|punkt)\\s+(?:${TOP_LEVEL})(?![\\p{L}\\p{N}])`, 'iu'),
];

/** Five digits with at most a few separators between them. */
const PHONE = /\p{Nd}(?:[\s().+/_·,:;~*–—-]{0,4}\p{Nd}){4}/u;

/** Letters in boxes and circles. They spell words but are not in \p{L}. */
const BOXED_LETTERS = /[\u{1f100}-\u{1f1ff}]/u;

/** The scripts that names are written in. East Asian names mix theirs. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Syriac Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Tifinagh Nko'
)
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .concat('\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}');
/** Text in a single script. Characters that belong to no script, such as spaces and apostrophes, are always allowed. */
const ONE_SCRIPT = new RegExp(
  `^(?:${SCRIPTS.map((script) => `[${script}\\p{Script=Common}\\p{Script=Inherited}]*`).join('|')})$`,
  'u',
);

/** Look-alikes of Latin letters: digits and signs, small capitals, and letters of other scripts. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  [
    ['0123456789$!|€£øłđðıɑ', 'oizeasgtbgsiieloiddia'],
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
    ['авсԁеѕіјкӏмнорԛгтуѵԝхпиьєһ', 'abcdesijklmhopqrtyvwxnubeh'],
    ['αβγδεηικμνορτυχωσς', 'abydenikmnoptuxwos'],
    ['ոօսհցյզք', 'nouhgjqp'],
  ].flatMap(([from = '', to = '']) => [...from].map((sign, index) => [sign, [...to][index] ?? ''])),
);

/** `Adm1n`, `АDМIN` and `adrnin` give the same words. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (sign) => LOOK_ALIKES[sign] ?? sign)
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')
    .replaceAll('l', 'i')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const skeleton = (text: string): string => wordsOf(text).join('');

/** Reserved words. A long one is also rejected inside a word, a short one only as a whole word: `Admira` is a name. */
const RESERVED = (
  'admin admins adminen adminteam administrat sysadmin superadmin moderator support supporten supportteam kundsupport ' +
  // The last three are shown for members who have left, or whose names are not shown in mails.
  'kundtjänst kundservice helpdesk webmaster postmaster noreply Loppkalend Startplatsmarknad Borttagenanvändare Tidigaremedlem Enmedlem'
)
  .split(' ')
  .map(skeleton);
const LONG_WORD_LENGTH = 8;
const SITE_NAME_MIN = 3;

export function isReservedName(name: string, siteName = ''): boolean {
  const words = wordsOf(name);
  const joinedWords = words.join('');
  const site = skeleton(siteName);
  const reserved = site.length >= SITE_NAME_MIN ? [...RESERVED, site] : RESERVED;
  if (reserved.some((word) => word.length >= LONG_WORD_LENGTH && joinedWords.includes(word))) return true;
  // Adjacent words are joined, to catch "Ad Min" and "a.d.m.i.n".
  const longestReserved = Math.max(...reserved.map((word) => word.length));
  return words.some((_, from) => {
    let joined = '';
    for (let end = from; end < words.length && joined.length < longestReserved; end++) {
      joined += words[end];
      if (reserved.includes(joined)) return true;
    }
    return false;
  });
}

export function isAddressLike(text: string): boolean {
  const normalized = text.normalize('NFKC');
  return ADDRESSES.some((pattern) => pattern.test(normalized));
}

/** The contracts reject longer names for their length. */
const NAME_MAX = 200;

/** If `siteName` is given, it is reserved too. */
export function nameError(name: string, siteName?: string): ErrorCode | undefined {
  if (name.length > NAME_MAX) return undefined;
  const normalized = name.normalize('NFKC');
  // Before normalization: NFKC turns some invisible characters into spaces.
  if (INVISIBLE.test(name) || BOXED_LETTERS.test(name)) return 'account.name_characters';
  if (isAddressLike(normalized)) return 'account.name_address';
  if (PHONE.test(normalized)) return 'account.name_phone';
  if (!ONE_SCRIPT.test(normalized)) return 'account.name_scripts';
  return isReservedName(name, siteName) ? 'account.name_reserved' : undefined;
}

const TOP_LEVELS = new RegExp(`^(?:${TOP_LEVEL_OR_NAME})$`);

function isTopLevel(word: string): boolean {
  if (TOP_LEVELS.test(word)) return true;
  if (!/^[a-z]{2}$/.test(word)) return false;
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return regions.of(word.toUpperCase()) !== undefined;
}

/** `example.com` becomes `example-com`. */
export const withoutAddress = (username: string): string =>
  username.replace(/\.([^.]+)$/, (end, word: string) => (isTopLevel(word) ? `-${word}` : end));
