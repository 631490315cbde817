import { oneLine } from '#src/shared/text.ts';

const LENGTH_MAX = 80;

/**
 * Puts user-supplied text in Swedish quotation marks, so that readers can tell it from our text. It is put on one line,
 * cut to {@link LENGTH_MAX} and stripped of invisible characters. Its own quotation marks become apostrophes.
 */
export function quoteUserText(text: string): string {
  const visibleText = oneLine(text)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/["“”„‟«»〝〞〟＂]/gu, '’')
    .replace(/\s+/gu, ' ');
  const characters = [...visibleText];
  return `”${characters.length > LENGTH_MAX ? `${characters.slice(0, LENGTH_MAX - 1).join('')}…` : visibleText}”`;
}
