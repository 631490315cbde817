import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { fold } from '../../../../src/shared/text';

/** A message with its folded text, folded once for all searches. */
export type SearchableMessage = { message: AdminContactMessage; text: string };

export const searchable = (messages: readonly AdminContactMessage[]): SearchableMessage[] =>
  messages.map((message) => ({
    message,
    text: fold(`${message.name} ${message.email} ${message.subject} ${message.message}`),
  }));

/** The messages with `q` in name, address, subject or text. */
export function findMessages(messages: readonly SearchableMessage[], q: string): AdminContactMessage[] {
  const term = fold(q);
  return messages.filter(({ text }) => text.includes(term)).map(({ message }) => message);
}
