import { oneLine } from '../../shared/text';

/** Longer text is cut, in characters. */
const LENGTH_MAX = 80;

/**
 * User-supplied text in Swedish quotation marks, so that readers can tell it from our words. It is put on one line, cut to
 * {@link LENGTH_MAX} and stripped of invisible characters. Its own quotation marks become apostrophes.
 */
export function quoted(text: string): string {
  const shown = oneLine(text)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/["“”„‟«»〝〞〟＂]/gu, '’')
    .replace(/\s+/gu, ' ');
  const signs = [...shown];
  return `”${signs.length > LENGTH_MAX ? `${signs.slice(0, LENGTH_MAX - 1).join('')}…` : shown}”`;
}
