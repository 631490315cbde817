import type { AdminContactMessage } from '#src/features/contact/contract.ts';
import { fold } from '#src/shared/text.ts';

type SearchableMessage = { message: AdminContactMessage; text: string };

export const toSearchable = (messages: readonly AdminContactMessage[]): SearchableMessage[] =>
  messages.map((message) => ({
    message,
    text: fold(`${message.name} ${message.email} ${message.subject} ${message.message}`),
  }));

export function findMessages(messages: readonly SearchableMessage[], q: string): AdminContactMessage[] {
  const term = fold(q);
  return messages.filter(({ text }) => text.includes(term)).map(({ message }) => message);
}
