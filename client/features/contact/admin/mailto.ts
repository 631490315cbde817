import type { AdminContactMessage } from '../../../../src/features/contact/contract';

/** Where an answer is written: to the sender, under the same subject. Nothing of it can steer the letter. */
export function mailtoOf({ email, subject }: Pick<AdminContactMessage, 'email' | 'subject'>): string {
  const address = email.split('@').map(encodeURIComponent).join('@');
  const answer = /^sv:/i.test(subject) ? subject : `Sv: ${subject}`;
  return `mailto:${address}?subject=${encodeURIComponent(answer)}`;
}
