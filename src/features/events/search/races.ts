import type { PublicEvent } from '../contract.ts';
import { lastDay } from '../rules.ts';
import { searchOver } from './find.ts';
import type { Searched } from './vocabulary.ts';

export type SearchedEvent = Pick<
  PublicEvent,
  | 'event_name'
  | 'sport_type'
  | 'distances'
  | 'ort'
  | 'landskap'
  | 'organizer'
  | 'event_date'
  | 'event_end_date'
>;

export const toSearched = (event: SearchedEvent): Searched => ({
  name: event.event_name,
  ort: event.ort,
  landskap: event.landskap,
  organizer: event.organizer,
  sport: event.sport_type,
  distances: event.distances,
  first_day: event.event_date,
  last_day: lastDay(event),
});

export const searchOf = searchOver(toSearched);
