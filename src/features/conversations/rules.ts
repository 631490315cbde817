/** If so, their phone number is shown to the other party. */
export const hasWritten = (messages: readonly { sender_id: string }[], person: string): boolean =>
  messages.some(({ sender_id }) => sender_id === person);

/** The most messages in a conversation, because it is always loaded whole. */
export const MESSAGES_MAX = 500;

/** Only one mail until the receiver has read the messages. `unread` does not include the new one. */
export const isMailed = (unread: number): boolean => unread === 0;
