/** Returns whether a person has written in the conversation. If so, their phone number is shown to the other party. */
export const hasWritten = (messages: readonly { sender_id: string }[], person: string): boolean =>
  messages.some(({ sender_id }) => sender_id === person);

/** The most messages in a conversation, because it is always loaded whole. */
export const MESSAGES_MAX = 500;

/**
 * Returns whether to mail a new message. `unread` is the number of unread messages before it: there is only one mail
 * until the receiver has read them.
 */
export const isMailed = (unread: number): boolean => unread === 0;
