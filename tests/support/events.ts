import { blankEvent, type PublicEvent } from '../../src/features/events/contract';

export function eventOf(part: Partial<PublicEvent> & { id: string }): PublicEvent {
  return {
    ...blankEvent,
    event_name: `Loppet ${part.id}`,
    event_date: '2027-05-22',
    sport_type: 'Löpning',
    distances: '10 km',
    ort: 'Mora',
    landskap: 'Dalarna',
    ...part,
  };
}
