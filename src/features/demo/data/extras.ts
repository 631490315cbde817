import { addDaysTo } from '../../../shared/dates';
import type { EventInput } from '../../events/contract';
import type { StampColor, StateField } from '../../events/fields';

// Fields that the CSV does not have, by the event's name without its year. All values are made up.

export const EXTRA_DAYS: Record<string, number> = {
  Vansbrosimningen: 2,
  Vätternrundan: 1,
  Lidingöloppet: 1,
  GotRun: 1,
  'Björkliden Arctic Mountain Marathon': 1,
  'Österlen Spring Trail': 1,
  'Åre Extreme Challenge': 1,
};

/** One stamp of each colour, for the first of these events that is upcoming. */
export const STAMPS: { color: StampColor; text: string; eventNames: string[] }[] = [
  { color: 'red', text: 'FULLBOKAT', eventNames: ['Vasaloppet', 'Göteborgsvarvet'] },
  { color: 'orange', text: 'FÅ PLATSER KVAR', eventNames: ['Öppet Spår söndag', 'Vätternrundan'] },
  { color: 'green', text: 'NYHET: 21,1 KM', eventNames: ['Kungsbackaloppet', 'Växjö Marathon'] },
  { color: 'blue', text: 'ANMÄLAN ÖPPEN', eventNames: ['Orsa Grönklitt Ski Marathon', 'Stockholm Marathon'] },
  { color: 'purple', text: 'JUBILEUM 50 ÅR', eventNames: ['Engelbrektsloppet', 'Tjejmilen'] },
  { color: 'yellow', text: 'NY BANA', eventNames: ['Kinnekulle Trail'] },
];

type State = Partial<Pick<EventInput, StateField>>;

/** At least one race of each state, by its name. Only for races that have not been yet. */
export const STATES: Record<string, (event: EventInput, today: string) => State> = {
  Bockstensturen: () => ({ status: 'cancelled', status_note: 'Ett exempel på ett inställt lopp.' }),
  GotRun: () => ({ status: 'postponed', status_note: 'Ett exempel på ett framflyttat lopp.' }),
  Alliansloppet: ({ event_date }) => ({ previous_dates: [addDaysTo(event_date, -7)] }),
  Tjejmilen: () => ({ sold_out: true }),
  // It has ads.
  Göteborgsvarvet: () => ({ sold_out: true }),
  'Växjö Marathon': ({ event_date }, today) => ({
    registration_opens_on: addDaysTo(today, 30),
    registration_closes_on: addDaysTo(event_date, -3),
  }),
  'Linköpings Halvmaraton': ({ event_date, race_link }) => ({
    registration_closes_on: addDaysTo(event_date, -7),
    registration_url: race_link,
  }),
};

/**
 * The race with past editions, and how many. This row is always the only edition that is upcoming: rows before it may be
 * past, and then move by a year together.
 */
export const PAST_EDITIONS = { eventName: 'Dalsland XC', count: 2 };

const field = (label: string, value: string) => ({ label, value });

export const ADDITIONAL_FIELDS: Record<string, EventInput['additional_fields']> = {
  Vasaloppet: [field('Startavgift', '2 195 SEK'), field('Startled', '0–10')],
  Nattvasan: [field('Starttid', '20:00')],
  'Öppet Spår söndag': [field('Startavgift', '1 695 SEK'), field('Starttid', '07:00')],
  'Sylvesterloppet Göteborg': [field('Starttid', '12:00')],
  Engelbrektsloppet: [field('Startavgift', '895 SEK')],
  Göteborgsvarvet: [field('Starttid', '12:30'), field('Första startgrupp', 'Elit')],
  'Stockholm Marathon': [field('Startavgift', '1 495 SEK'), field('Starttid', '12:00')],
  Vätternrundan: [field('Startavgift', '2 495 SEK'), field('Starttid', '19:30')],
  'IRONMAN Kalmar': [field('Starttid', '06:45'), field('Tidsgräns', '16 timmar')],
  Lidingöloppet: [field('Startavgift', '995 SEK')],
  'Skövde 6 timmar': [field('Starttid', '10:00'), field('Varv', '1 055 m')],
};
