import type { AdminContactMessage } from '#src/features/contact/contract.ts';
import { mailtoUrl } from '#src/shared/text.ts';

/** Encoding keeps the subject from adding other headers. */
export function mailtoOf({ email, subject }: Pick<AdminContactMessage, 'email' | 'subject'>): string {
  const replySubject = /^sv:/i.test(subject) ? subject : `Sv: ${subject}`;
  return `${mailtoUrl(email)}?subject=${encodeURIComponent(replySubject)}`;
}
