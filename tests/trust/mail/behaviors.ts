import type { MailBehavior } from '../../support/smtp';

const FAULTS_PER_MAIL = 2;

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
  const faultsByAddress = new Map<string, number>();
  return (address?: string): MailBehavior => {
    // The sender is refused before the recipient is known.
    if (!address) return ++senderCount % 8 === 4 ? 'refuse-sender-451' : 'accept';
    const faults = faultsByAddress.get(address) ?? 0;
    if (faults >= FAULTS_PER_MAIL) return 'accept';
    faultsByAddress.set(address, faults + 1);
    return STORM[turn++ % STORM.length] ?? 'accept';
  };
}
