import type { Ask } from './caller';
import type { People } from './people';

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
