import { banner, event, suspension } from './admin-flows';
import type { Ask } from './caller';
import { ad, conversation, profile, report } from './member-flows';
import type { People } from './people';
import { contact, letter, proposal, registration } from './visitor-flows';

/** What a flow is given: how to ask, whom as, words that stand nowhere else, and chance. */
export type Load = {
  ask: Ask;
  people: People;
  marker: () => string;
  /** True that often, from 0 to 1. */
  chance: (share: number) => boolean;
};
/** Some calls one after the other; it ends with the first that does not succeed. */
export type Flow = (load: Load) => Promise<unknown>;

const FLOWS: Flow[] = [
  ...[contact, letter, proposal, ad, ad, conversation, conversation],
  ...[profile, report, event, event, banner, suspension],
];
/** Dear: each costs the hash of a password. */
const REGISTRATION_SHARE = 0.03;

/** One client, who does this and that until told to stop. */
export async function runClient(load: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const flow = load.chance(REGISTRATION_SHARE)
      ? registration
      : FLOWS[Math.floor(Math.random() * FLOWS.length)];
    await flow?.(load);
  }
}
