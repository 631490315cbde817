import { withoutAddress } from '#src/shared/names.ts';
import { fold } from '#src/shared/text.ts';

/** A trigger in the migrations contains the same text. */
export const DELETED_MEMBER_NAME = 'Borttagen användare';
/** In the thread of a deal that they left. */
export const FORMER_MEMBER_NAME = 'Tidigare medlem';

/** Letters that Unicode normalization does not reduce to a base letter. */
const LETTER_REPLACEMENTS: Record<string, string> = {
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

/** Longer than any user name that a person would type. */
const USERNAME_MAX = 60;

const FALLBACK_USERNAME = 'medlem';

/**
 * Returns the user name for a full name. If it looks like a web address, its last dot becomes a hyphen, so that it does
 * not become a link in mails to unverified addresses. Namesakes get a number when the account is stored.
 */
export function usernameOf(fullName: string): string {
  const name = fold(fullName)
    .replace(/[øæœßłđðþı]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? '')
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9-]+/g, '.')
    .replace(/-*\.[.-]*/g, '.')
    .replace(/-+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, USERNAME_MAX)
    .replace(/[.-]+$/, '');
  return /[a-z]/.test(name) ? withoutAddress(name) : FALLBACK_USERNAME;
}
