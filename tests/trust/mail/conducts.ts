import type { Conduct } from '../../support/smtp';

/** Each mail meets so many of the faults before it may pass. */
const FAULTS_EACH = 2;

export const STORM: Conduct[] = [
  'refuse-receiver-450',
  'accept',
  'drop-before-accepting',
  'refuse-receiver-550',
  'accept',
  'drop-after-accepting',
  'refuse-words-452',
  'accept',
  'refuse-words-554',
  'accept',
];

/** By turns everything that can go wrong with a mail, but for each address no more than so often. */
export function stormy() {
  let senders = 0;
  let turn = 0;
  const met = new Map<string, number>();
  return (address?: string): Conduct => {
    // A sender is refused before it is known whom the mail is for.
    if (!address) return ++senders % 8 === 4 ? 'refuse-sender-451' : 'accept';
    const faults = met.get(address) ?? 0;
    if (faults >= FAULTS_EACH) return 'accept';
    met.set(address, faults + 1);
    return STORM[turn++ % STORM.length] ?? 'accept';
  };
}
