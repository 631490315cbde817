import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { NewEvent } from '#src/features/events/admin/contract.ts';
import { findFieldConflict } from '#src/features/events/contract.ts';

describe('the contract of events', () => {
  const RACE = {
    event_name: 'Loppet',
    event_date: '2027-06-01',
    sport_type: 'Löpning',
    distances: '10, 21.1km, 400',
  };
  const parse = (part: object) => v.safeParse(NewEvent, { ...RACE, ...part });
  const errorsOf = (part: object) =>
    parse(part).issues?.map(({ path, message }) => [path?.map(({ key }) => key).join('.'), message]);

  test('spells the distances of periods and prices as the event does', () => {
    const { output } = parse({
      transfer_periods: [{ distances: ['10', '10 KM', '21,1 km', '400'] }, {}],
      ordinary_prices: [{ distance: '400 m', price: 100 }],
    });
    expect(output).toMatchObject({
      distances: ['10 km', '21,1 km', '400 m'],
      transfer_periods: [
        {
          distances: ['10 km', '21,1 km', '400 m'],
          from: null,
          to: null,
          fee: null,
          payer: null,
          where: null,
        },
        { distances: [] },
      ],
      ordinary_prices: [{ distance: '400 m', price: 100 }],
    });
  });

  test.each([
    [{ transfer_periods: [{ distances: ['5 km'] }] }, 'transfer_periods', 'event.transfer_distance'],
    [{ ordinary_prices: [{ distance: '5 km', price: 100 }] }, 'ordinary_prices', 'event.transfer_distance'],
    [
      { transfer_periods: [{}, { from: '2027-05-02', to: '2027-05-01' }] },
      'transfer_periods.1.to',
      'event.transfer_order',
    ],
    [{ transfer_periods: [{ from: '2027-02-30' }] }, 'transfer_periods.0.from', 'event.date'],
    [{ transfer_periods: [{ fee: -1 }] }, 'transfer_periods.0.fee', 'event.kronor'],
    [{ transfer_periods: [{ fee: 1.5 }] }, 'transfer_periods.0.fee', 'event.kronor'],
    [{ transfer_periods: [{ payer: 'nobody' }] }, 'transfer_periods.0.payer', 'event.choice'],
    [{ transfer_periods: [{ where: 'here' }] }, 'transfer_periods.0.where', 'event.choice'],
    [{ transfer_periods: Array(21).fill({}) }, 'transfer_periods', 'event.too_many_periods'],
    [{ ordinary_prices: [{ distance: '10 km', price: 0 }] }, 'ordinary_prices.0.price', 'event.kronor'],
    [
      { transfer_periods: [{ to: '2027-06-01' }, { to: '2027-06-02' }] },
      'transfer_periods.1.to',
      'event.transfer_after_race',
    ],
    [{ transfer_periods: [{ from: '2027-06-02' }] }, 'transfer_periods.0.from', 'event.transfer_after_race'],
    [
      { event_end_date: '2027-06-03', transfer_periods: [{ to: '2027-06-04' }] },
      'transfer_periods.0.to',
      'event.transfer_after_race',
    ],
    [
      {
        transfer_periods: [
          { to: '2027-05-01', distances: ['10', '21,1 km'] },
          { to: '2027-05-01', distances: ['400 m', '10KM'] },
        ],
      },
      'transfer_periods.1.to',
      'event.transfer_ambiguous',
    ],
    [{ transfer_periods: [{ fee: 1 }, { fee: 2 }] }, 'transfer_periods.1.to', 'event.transfer_ambiguous'],
    [
      {
        ordinary_prices: [
          { distance: '10', price: 100 },
          { distance: '10 KM', price: 200 },
        ],
      },
      'ordinary_prices.1.distance',
      'event.price_repeated',
    ],
    [{ transfer_policy: 'maybe' }, 'transfer_policy', 'event.choice'],
    [{ transfer_initiator: 'friend' }, 'transfer_initiator', 'event.choice'],
    [{ transfer_buyer_needs: Array(11).fill('x') }, 'transfer_buyer_needs', 'event.too_many_needs'],
    [{ transfer_rules_url: 'javascript:alert(1)' }, 'transfer_rules_url', 'request.url'],
  ])('rejects %j at %s with %s', (part, path, code) => expect(errorsOf(part)).toEqual([[path, code]]));

  test('accepts a fee of 0, needs as one text, and empty cells', () => {
    const { output } = parse({
      transfer_policy: '',
      transfer_periods: [{ fee: 0 }],
      transfer_initiator: '',
      transfer_buyer_needs: ' födelsedatum ;Användar-ID; ',
    });
    expect(output).toMatchObject({
      transfer_policy: 'unknown',
      transfer_periods: [{ fee: 0 }],
      transfer_initiator: null,
      transfer_buyer_needs: ['födelsedatum', 'Användar-ID'],
    });
  });

  test('accepts periods until the last day of the race, and overlaps of which the last or narrowest counts', () => {
    const periods = [
      { to: '2027-06-02' },
      { to: '2027-06-02', distances: ['10 km'] },
      { to: '2027-06-02', distances: ['21,1 km'] },
      { to: '2027-06-01' },
    ];
    expect(errorsOf({ event_end_date: '2027-06-02', transfer_periods: periods })).toBeUndefined();
  });

  test('finds no conflict in a stored event that has lost a distance or got an earlier date', () => {
    const { output } = parse({
      transfer_periods: [{ distances: ['10 km'], to: '2027-06-01' }],
      ordinary_prices: [{ distance: '10 km', price: 100 }],
    });
    const stored = { ...(output as NewEvent), transfer_checked_on: '9999-01-01' };
    expect(findFieldConflict({ ...stored, distances: ['5 km'] })).toBeUndefined();
    expect(findFieldConflict({ ...stored, event_date: '2027-05-01' })).toBeUndefined();
    const doubled = { transfer_periods: Array(2).fill(stored.transfer_periods[0]) };
    expect(findFieldConflict({ ...stored, ...doubled })).toBeUndefined();
  });
});
