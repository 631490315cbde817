import { oneLine } from '../../shared/text';

/** Longer text is cut in mails. */
const MOST = 80;

/**
 * Text that somebody chose, in Swedish quotation marks: on one line, cut to 80 characters, without characters that do not
 * show and without quotation marks of its own, so that it is told from our words.
 */
export function quoted(text: string): string {
  const shown = oneLine(text)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/["“”„‟«»〝〞〟＂]/gu, '’')
    .replace(/\s+/gu, ' ');
  const signs = [...shown];
  return `”${signs.length > MOST ? `${signs.slice(0, MOST - 1).join('')}…` : shown}”`;
}
