/**
 * Whether a message is told by mail: not to a receiver who is suspended, and once until they have looked (D22, D31).
 * `unread` counts what the sender wrote earlier and the receiver has not looked at.
 */
export const isMailed = (receiver: { is_suspended: boolean }, unread: number): boolean =>
  !receiver.is_suspended && unread === 0;
