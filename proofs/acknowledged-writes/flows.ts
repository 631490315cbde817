import { banner, event, suspension } from './admin-flows.ts';
import type { Flow, Load } from './load.ts';
import { ad, conversation, profile, report } from './member-flows.ts';
import { contactMessage, contactMessageReading, proposal, registration } from './visitor-flows.ts';

const FLOWS: Flow[] = [
  ...[contactMessage, contactMessageReading, proposal, ad, ad, conversation, conversation],
  ...[profile, report, event, event, banner, suspension],
];
/** Rare, because each registration costs a password hash. */
const REGISTRATION_SHARE = 0.03;

export async function runClient(load: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const flow = load.chance(REGISTRATION_SHARE)
      ? registration
      : FLOWS[Math.floor(Math.random() * FLOWS.length)];
    await flow?.(load);
  }
}
