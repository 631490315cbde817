import type { Call } from './caller';
import type { People } from './people';

export type Load = {
  call: Call;
  people: People;
  marker: () => string;
  chance: (share: number) => boolean;
};
/** Consecutive calls. A flow ends at the first call that fails. */
export type Flow = (load: Load) => Promise<unknown>;
