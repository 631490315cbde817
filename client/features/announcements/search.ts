import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { searchOver } from '#src/shared/search.ts';

type Searchable = Pick<
  PublicAnnouncement,
  'event_name' | 'ort' | 'landskap' | 'sport_type' | 'distance' | 'order_number' | 'description'
>;

export const searchOf = searchOver({
  textsOf: ({ event_name, ort, landskap, sport_type, distance, order_number, description }: Searchable) => ({
    name: event_name,
    place: `${ort ?? ''} ${landskap ?? ''}`,
    sport: `${sport_type ?? ''} ${distance} ${distance.replace(/\s/g, '')}`,
    other: `${order_number} ${description ?? ''}`,
  }),
  exactField: 'other',
});
