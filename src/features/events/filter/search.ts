import { searchOver } from '#src/shared/search.ts';
import type { PublicEvent } from '../contract.ts';

/** Where a text was found, best first. `similar` means that no event has all words of it. */
export const SEARCH_RANKS = ['name', 'place', 'sport', 'organizer', 'similar'] as const;
export type SearchRank = (typeof SEARCH_RANKS)[number];

export type Searchable = Pick<
  PublicEvent,
  'event_name' | 'sport_type' | 'distances' | 'ort' | 'landskap' | 'organizer'
>;

/** Distances are included with and without spaces, so that `10km` finds `10 km`. */
export const searchTextsOf = ({
  event_name,
  sport_type,
  distances,
  ort,
  landskap,
  organizer,
}: Searchable) => ({
  name: event_name,
  place: `${ort ?? ''} ${landskap ?? ''}`,
  sport: `${sport_type} ${distances} ${distances.replace(/(?<=\d)\s+(?=\p{L})/gu, '')}`,
  organizer: organizer ?? '',
});

export const searchOf = searchOver({ textsOf: searchTextsOf });
