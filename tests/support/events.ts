import type { PublicEvent } from '../../src/features/events/contract';

/** An event of the tests; what is not given is empty. */
export function eventOf(part: Partial<PublicEvent> & { id: string }): PublicEvent {
  return {
    event_name: `Loppet ${part.id}`,
    event_date: '2027-05-22',
    event_end_date: null,
    sport_type: 'Löpning',
    distances: '10 km',
    ort: 'Mora',
    landskap: 'Dalarna',
    address: null,
    race_link: null,
    result_link: null,
    organizer: null,
    additional_fields: [],
    banner_text: null,
    banner_start_date: null,
    banner_end_date: null,
    banner_color: 'red',
    ...part,
  };
}
