import type { Ask } from './caller';
import type { People } from './people';

/** What a flow works with. */
export type Load = {
  ask: Ask;
  people: People;
  /** Returns a text that occurs nowhere else. */
  marker: () => string;
  /** Returns true with this probability, from 0 to 1. */
  chance: (share: number) => boolean;
};
/** Consecutive calls. A flow ends at the first call that fails. */
export type Flow = (load: Load) => Promise<unknown>;
