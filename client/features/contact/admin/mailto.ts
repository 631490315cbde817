import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { mailtoAddress } from '../../../../src/shared/text';

/** Where an answer is written: to the sender, under the same subject. Nothing of it can steer the letter. */
export function mailtoOf({ email, subject }: Pick<AdminContactMessage, 'email' | 'subject'>): string {
  const answer = /^sv:/i.test(subject) ? subject : `Sv: ${subject}`;
  return `${mailtoAddress(email)}?subject=${encodeURIComponent(answer)}`;
}
