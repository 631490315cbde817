import * as v from 'valibot';
import { PublicEvent } from '../contract.ts';
import { ListedEvent } from '../list/contract.ts';

/** Of the page of a race: `/lopp/<slug>/<edition>`, or `/lopp/<slug>` for the next edition, else the latest. */
export const RacePath = v.object({
  path: v.pipe(v.string('request.invalid'), v.maxLength(200, 'request.invalid')),
});

/** In WGS 84 degrees. `is_approximate`: only the middle of the landskap is known. */
export const Located = v.object({ latitude: v.number(), longitude: v.number(), is_approximate: v.boolean() });

export type Located = v.InferOutput<typeof Located>;

const NearRace = v.object({ event: ListedEvent, kilometres: v.number() });

/**
 * What the page of a race shows. `located` is null if the position is unknown, `editions` are the others of its series,
 * the latest first, and `near` the next races of its sport nearby.
 */
export const RacePage = v.object({
  event: PublicEvent,
  located: v.nullable(Located),
  editions: v.array(ListedEvent),
  near: v.array(NearRace),
});
export type RacePage = v.InferOutput<typeof RacePage>;
