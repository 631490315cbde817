/** Whether that person has written in the conversation. Their phone number is shown to the other party from then on (D10). */
export const hasWritten = (messages: readonly { sender_id: string }[], person: string): boolean =>
  messages.some(({ sender_id }) => sender_id === person);

/** A conversation takes no more: it is read whole. */
export const MESSAGES_MOST = 500;

/** Whether a message is told by mail: once until the receiver has looked (D22). `unread` is what waits for them already. */
export const isMailed = (unread: number): boolean => unread === 0;
