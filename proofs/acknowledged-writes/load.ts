import type { Call } from './caller.ts';
import type { People } from './people.ts';

export type Load = {
  call: Call;
  people: People;
  /** Returns a new text, unique in the run, by which a write can be found. */
  marker: () => string;
  chance: (share: number) => boolean;
};
/** Consecutive calls. A flow ends at the first call that fails. */
export type Flow = (load: Load) => Promise<unknown>;
