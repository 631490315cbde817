import { isAddressLike } from '#src/shared/names.ts';
import { oneLine } from '#src/shared/text.ts';

const LENGTH_MAX = 80;
const MESSAGE_MAX = 140;
/** Enough for the longest quote, however much of it is left out. */
const READ_MAX = 2000;

/** On one line, without invisible characters. Its own quotation marks become apostrophes. */
const visibleTextOf = (text: string) =>
  oneLine(text)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/["“”„‟«»〝〞〟＂]/gu, '’')
    .replace(/\s+/gu, ' ');

/**
 * Puts user-supplied text in Swedish quotation marks, so that readers can tell it from our text. It is put on one line,
 * cut to {@link LENGTH_MAX} and stripped of invisible characters.
 */
export function quoteUserText(text: string): string {
  const visibleText = visibleTextOf(text);
  const characters = [...visibleText];
  return `”${characters.length > LENGTH_MAX ? `${characters.slice(0, LENGTH_MAX - 1).join('')}…` : visibleText}”`;
}

/**
 * Quotes the start of a message, cut after a word. Mail programs make links of everything that looks like an address,
 * so each is replaced by a word.
 */
export function quoteMessage(text: string): string {
  const start = visibleTextOf(text.slice(0, READ_MAX).toWellFormed());
  const words = start.split(' ').map((word) => (isAddressLike(word) ? '[länk]' : word));
  const characters = [...words.join(' ')];
  if (characters.length <= MESSAGE_MAX) return `”${characters.join('')}”`;
  const cut = characters.slice(0, MESSAGE_MAX).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `”${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…”`;
}
