/** Whether a message is told by mail: once until the receiver has looked (D22). `unread` is what waits for them already. */
export const isMailed = (unread: number): boolean => unread === 0;
