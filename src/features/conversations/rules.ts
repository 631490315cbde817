/** If true, their phone number is shown to the other party. */
export const hasWritten = (messages: readonly { sender_id: string }[], userId: string): boolean =>
  messages.some(({ sender_id }) => sender_id === userId);

/** The most messages in a conversation, because it is always loaded whole. */
export const MESSAGES_MAX = 500;

/** Only one mail until the receiver has read the messages. `unreadCount` does not include the new one. */
export const needsMail = (unreadCount: number): boolean => unreadCount === 0;

/** The length of the latest message in the inbox, which has no pages. */
export const EXCERPT_CHARACTERS = 200;
