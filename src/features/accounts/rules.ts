import { withoutAddress } from '../../shared/names';
import { fold } from '../../shared/text';

/** What whoever deleted their account is called from then on (D36); a trigger of the migrations says it too. */
export const NOBODY = 'Borttagen användare';

/** Letters that no mark can be taken off. */
const LETTERS: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Longer names exist, but nobody types them to log in. */
const USERNAME_MAX = 60;

/** Who has no letter from a to z in their name. */
const NAMELESS = 'medlem';

/**
 * The user name made from a full name: letters folded, spaces to dots, hyphens kept (D7). If it looks like a web address,
 * its last dot becomes a hyphen, because it is mailed to an address that is not verified. Namesakes get a number at the end
 * when the account is stored.
 */
export function usernameOf(fullName: string): string {
  const name = fold(fullName)
    .replace(/[øæœßłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9-]+/g, '.')
    .replace(/-*\.[.-]*/g, '.')
    .replace(/-+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, USERNAME_MAX)
    .replace(/[.-]+$/, '');
  return /[a-z]/.test(name) ? withoutAddress(name) : NAMELESS;
}
