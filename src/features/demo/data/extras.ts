import type { EventInput } from '#src/features/events/contract.ts';
import type { StampColor } from '#src/features/events/fields/choices.ts';
import type { TransferPeriod } from '#src/features/events/fields/schemas.ts';
import type { StateField, TransferField } from '#src/features/events/fields.ts';
import { addDaysTo } from '#src/shared/dates.ts';

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

type Transfer = Partial<Pick<EventInput, TransferField>>;

const ANY_TIME: TransferPeriod = { from: null, to: null, distances: [], fee: null, payer: null, where: null };

/** Transfer rules of each state, by the name of the race. All days and amounts are made up. */
export const TRANSFERS: Record<string, (event: EventInput, today: string) => Transfer> = {
  Göteborgsvarvet: ({ event_date }) => ({
    transfer_policy: 'allowed',
    transfer_periods: [
      { ...ANY_TIME, to: addDaysTo(event_date, -7), fee: 200, payer: 'buyer', where: 'online' },
    ],
    transfer_initiator: 'seller',
    transfer_buyer_needs: ['e-postadress'],
    ordinary_prices: [{ distance: '21,1 km', price: 895 }],
  }),
  Vätternrundan: ({ event_date }) => {
    const period: TransferPeriod = {
      ...ANY_TIME,
      from: addDaysTo(event_date, -17),
      fee: 200,
      payer: 'seller',
    };
    return {
      transfer_policy: 'allowed',
      transfer_periods: [
        { ...period, to: addDaysTo(event_date, -9) },
        { ...period, to: addDaysTo(event_date, -3), distances: ['315 km'] },
      ],
      transfer_initiator: 'seller',
      transfer_buyer_needs: ['kundnummer', 'födelsedatum'],
      ordinary_prices: [{ distance: '315 km', price: 2495 }],
    };
  },
  Lidingöloppet: ({ event_date }) => ({
    transfer_policy: 'allowed',
    transfer_periods: [
      { ...ANY_TIME, to: addDaysTo(event_date, -1), fee: 100, payer: 'buyer', where: 'online' },
      { ...ANY_TIME, from: event_date, to: event_date, fee: 200, payer: 'buyer', where: 'on_site' },
    ],
    transfer_initiator: 'buyer',
  }),
  'ÖTILLÖ Swimrun World Championship': (_, today) => ({
    transfer_policy: 'allowed',
    transfer_periods: [{ ...ANY_TIME, to: addDaysTo(today, -1) }],
    transfer_initiator: 'organizer',
  }),
  'IRONMAN Kalmar': () => ({ transfer_policy: 'forbidden' }),
  'Stockholm Marathon': () => ({ ordinary_prices: [{ distance: '42,2 km', price: 1495 }] }),
};

/**
 * The race with past editions, and how many. This row is always the only edition that is upcoming: rows before it may
 * be past, and then move by a year together.
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
