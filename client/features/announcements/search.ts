import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { Searched } from '#src/features/events/search/vocabulary.ts';

type SearchedAd = Pick<
  PublicAnnouncement,
  | 'event_name'
  | 'event_date'
  | 'ort'
  | 'landskap'
  | 'sport_type'
  | 'distance'
  | 'order_number'
  | 'description'
>;

/** Ads are searched as the races are, and by their own words. */
export const toSearchedAd = (ad: SearchedAd): Searched => ({
  name: ad.event_name,
  ort: ad.ort,
  landskap: ad.landskap,
  organizer: null,
  sport: ad.sport_type,
  distances: ad.distance,
  first_day: ad.event_date,
  last_day: ad.event_date,
  text: `${ad.order_number} ${ad.description ?? ''}`,
});
