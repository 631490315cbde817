import type { AdminContactMessage } from '../../../../src/features/contact/contract';
import { fold } from '../../../../src/shared/text';

/** A message with what a search looks in, folded once for all searches. */
export type SearchableMessage = { message: AdminContactMessage; text: string };

export const searchable = (messages: readonly AdminContactMessage[]): SearchableMessage[] =>
  messages.map((message) => ({
    message,
    text: fold(`${message.name} ${message.email} ${message.subject} ${message.message}`),
  }));

/** The messages that have what is searched for in their name, address, subject or words. */
export function findMessages(messages: readonly SearchableMessage[], q: string): AdminContactMessage[] {
  const sought = fold(q);
  return messages.filter(({ text }) => text.includes(sought)).map(({ message }) => message);
}
