import type { MailBehavior } from '#tests/support/smtp.ts';

/** The replies to a recipient that come from `STORM`. Later mails to that recipient are accepted. */
const STORMY_REPLIES_PER_RECIPIENT = 2;

export const STORM: MailBehavior[] = [
  'refuse-receiver-450',
  'accept',
  'drop-before-accepting',
  'refuse-receiver-550',
  'accept',
  'drop-after-accepting',
  'refuse-data-452',
  'accept',
  'refuse-data-554',
  'accept',
];

export function stormyBehavior() {
  let senderCount = 0;
  let turn = 0;
  const replyCounts = new Map<string, number>();
  return (recipient?: string): MailBehavior => {
    // The sender is refused before the recipient is known.
    if (!recipient) return ++senderCount % 8 === 4 ? 'refuse-sender-451' : 'accept';
    const replyCount = replyCounts.get(recipient) ?? 0;
    if (replyCount >= STORMY_REPLIES_PER_RECIPIENT) return 'accept';
    replyCounts.set(recipient, replyCount + 1);
    return STORM[turn++ % STORM.length] ?? 'accept';
  };
}
