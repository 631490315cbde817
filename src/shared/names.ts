// What the name of a person may be. Names appear in mails to others, so they must not lead anybody anywhere or pose as us.
import type { ErrorCode } from './errors';

/** Endings of web addresses. Together with a dot, or the word for one, they make text an address. */
const TOP_LEVEL = 'com|net|org|info|biz|app|xyz|online|website|email|se|nu|dk|fi|eu|uk|us|ru|io|tv|cc';
/** More of them. People are called Page, Dev and Ly as well. */
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

/** Control, format, private and unassigned characters, line separators, and those that fonts show as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Letters in a box or a circle, which spell words that are no letters to us. */
const BOXED_LETTERS = /[\u{1f100}-\u{1f1ff}]/u;

/** The scripts that names are written in. East Asian names mix theirs. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Syriac Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Tifinagh Nko'
)
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .concat('\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}');
/** All of one script; what is common to scripts, such as spaces and apostrophes, goes with any. */
const ONE_SCRIPT = new RegExp(
  `^(?:${SCRIPTS.map((script) => `[${script}\\p{Script=Common}\\p{Script=Inherited}]*`).join('|')})$`,
  'u',
);

/** Characters that pass for another: digits and signs, small capitals, and letters of other scripts. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  [
    ['0123456789$!|€£øłđðıɑ', 'oizeasgtbgsiieloiddia'],
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
    ['авсԁеѕіјкӏмнорԛгтуѵԝхпиьєһ', 'abcdesijklmhopqrtyvwxnubeh'],
    ['αβγδεηικμνορτυχωσς', 'abydenikmnoptuxwos'],
    ['ոօսհցյզք', 'nouhgjqp'],
  ].flatMap(([from = '', to = '']) => [...from].map((sign, index) => [sign, [...to][index] ?? ''])),
);

/** The words of a text as a reader may take them: `Adm1n`, `АDМIN` and `adrnin` are all the same. */
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

/** Names of ours. A long one is refused within a word too; a short one as a whole word, for `Admira` is a name. */
const RESERVED = (
  'admin admins adminen adminteam administrat sysadmin superadmin moderator support supporten supportteam kundsupport ' +
  'kundtjänst kundservice helpdesk webmaster postmaster noreply Loppkalend Startplatsmarknad'
)
  .split(' ')
  .map(skeleton);
const LONG = 8;
const SHORTEST = 3;

/** Whether a text calls itself by a reserved word or by the name of the site, however it is spelled. */
export function isReservedName(name: string, siteName = ''): boolean {
  const words = wordsOf(name);
  const whole = words.join('');
  const site = skeleton(siteName);
  const reserved = site.length >= SHORTEST ? [...RESERVED, site] : RESERVED;
  if (reserved.some((word) => word.length >= LONG && whole.includes(word))) return true;
  // "Ad Min" and "a.d.m.i.n" too: neighbours are read together.
  const longest = Math.max(...reserved.map((word) => word.length));
  return words.some((_, from) => {
    let read = '';
    for (let at = from; at < words.length && read.length < longest; at++) {
      read += words[at];
      if (reserved.includes(read)) return true;
    }
    return false;
  });
}

/** Whether a text leads to a page or a mailbox. */
export function isAddressLike(text: string): boolean {
  const seen = text.normalize('NFKC');
  return ADDRESSES.some((pattern) => pattern.test(seen));
}

/** Longer names are refused for their length. */
const NAME_MAX = 200;

/** Why a person may not be called that; undefined when they may. `siteName` is reserved where it is known. */
export function nameFault(name: string, siteName?: string): ErrorCode | undefined {
  if (name.length > NAME_MAX) return undefined;
  const seen = name.normalize('NFKC');
  // Of the name itself: NFKC makes a space of what it does not show.
  if (INVISIBLE.test(name) || BOXED_LETTERS.test(name)) return 'account.name_characters';
  if (isAddressLike(seen)) return 'account.name_address';
  if (PHONE.test(seen)) return 'account.name_phone';
  if (!ONE_SCRIPT.test(seen)) return 'account.name_scripts';
  return isReservedName(name, siteName) ? 'account.name_reserved' : undefined;
}

const LAST_DOT = new RegExp(`\\.(?=(?:${TOP_LEVEL_OR_NAME})$)`);

/** A user name that does not read as a web address: `example.com` becomes `example-com`. */
export const withoutAddress = (username: string): string => username.replace(LAST_DOT, '-');
