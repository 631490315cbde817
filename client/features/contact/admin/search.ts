import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { fold } from '../../../../src/shared/text';

/** Whether a message has what is searched for in its name, address, subject or words. */
export function matches({ name, email, subject, message }: AdminContactMessage, q: string): boolean {
  const sought = fold(q);
  return sought === '' || fold(`${name} ${email} ${subject} ${message}`).includes(sought);
}
