import { describe, expect, test } from 'bun:test';
import type { TransferPeriod } from '#src/features/events/fields/schemas.ts';
import {
  adFeeText,
  feeHint,
  feeText,
  ordinaryPriceOf,
  raceTransferError,
  rulesForDistances,
  sourceText,
  type TransferRules,
  transferError,
  transferOf,
  transferText,
} from '#src/features/events/transfer/rules.ts';

const period = (part: Partial<TransferPeriod> = {}): TransferPeriod => ({
  from: null,
  to: null,
  distances: [],
  fee: null,
  payer: null,
  where: null,
  ...part,
});
const rules = (periods: TransferPeriod[] = [], part: Partial<TransferRules> = {}): TransferRules => ({
  transfer_policy: 'allowed',
  transfer_periods: periods,
  transfer_rules_url: 'https://lopp.example/regler',
  transfer_checked_on: '2027-03-12',
  ...part,
});
const TODAY = '2027-05-20';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const textOn = (day: string, periods: TransferPeriod[], distance = '10 km') =>
  plain(transferText(transferOf(rules(periods), distance, day), day));

test('a race refuses ads when each of its distances does', () => {
  const closed = (...distances: string[]) => period({ to: '2027-01-01', distances });
  const errorOf = (distances: string, ...rest: Parameters<typeof rules>) =>
    raceTransferError({ ...rules(...rest), distances }, TODAY);
  expect(errorOf('10 km, 21,1 km', [closed()])).toBe('announcement.transfer_closed');
  expect(errorOf('10 km, 21,1 km', [closed('10 km'), period({ distances: ['21,1 km'] })])).toBeUndefined();
  expect(errorOf('', [], { transfer_policy: 'forbidden' })).toBe('announcement.transfer_forbidden');
});

describe('the state of transfers', () => {
  test.each([
    ['unknown', 'unknown'],
    ['forbidden', 'forbidden'],
  ] as const)('follows the policy %s, whatever the periods are', (transfer_policy, state) => {
    const closed = [period({ to: '2027-01-01', fee: 100, payer: 'buyer' })];
    expect(transferOf(rules(closed, { transfer_policy }), '10 km', TODAY)).toEqual({
      policy: transfer_policy,
      state,
      opens_on: null,
      closes_on: null,
      fee: null,
      payer: null,
      where: null,
      rules_url: 'https://lopp.example/regler',
      checked_on: '2027-03-12',
    });
  });

  test.each([
    ['not_open', '2027-05-27'],
    ['open', '2027-05-28'],
    ['open', '2027-06-05'],
    ['closed', '2027-06-06'],
  ] as const)('is %s on %s for a period from 28 May to 5 June', (state, day) => {
    const known = period({ from: '2027-05-28', to: '2027-06-05', fee: 220, payer: 'buyer', where: 'online' });
    expect(transferOf(rules([known]), '10 km', day)).toEqual({
      policy: 'allowed',
      state,
      opens_on: '2027-05-28',
      closes_on: '2027-06-05',
      fee: 220,
      payer: 'buyer',
      where: 'online',
      rules_url: 'https://lopp.example/regler',
      checked_on: '2027-03-12',
    });
  });

  test('is open without dates if no period is for the distance', () => {
    for (const periods of [[], [period({ to: '2027-01-01', distances: ['21,1 km'], fee: 100 })]])
      expect(transferOf(rules(periods), '10 km', TODAY)).toMatchObject({
        state: 'open',
        opens_on: null,
        closes_on: null,
        fee: null,
      });
  });

  test.each([
    ['without a start until its end', { to: '2027-06-05' }, '1900-01-01', '2027-06-06', 'closed'],
    ['without an end from its start', { from: '2027-06-05' }, '9999-12-31', '2027-06-04', 'not_open'],
  ] as const)('of a period is open %s', (_, dates, openDay, otherDay, state) => {
    expect(transferOf(rules([period(dates)]), '10 km', openDay).state).toBe('open');
    expect(transferOf(rules([period(dates)]), '10 km', otherDay).state).toBe(state);
  });

  test('is not open between two periods, and closed after the last, in any order', () => {
    const first = period({ from: '2027-05-01', to: '2027-05-10', fee: 200 });
    const second = period({ from: '2027-05-20', to: '2027-05-25', fee: 300 });
    for (const periods of [
      [first, second],
      [second, first],
    ]) {
      const on = (day: string) => {
        const { state, opens_on, fee } = transferOf(rules(periods), '10 km', day);
        return [state, opens_on, fee];
      };
      expect(on('2027-04-30')).toEqual(['not_open', '2027-05-01', 200]);
      expect(on('2027-05-10')).toEqual(['open', '2027-05-01', 200]);
      expect(on('2027-05-11')).toEqual(['not_open', '2027-05-20', 300]);
      expect(on('2027-05-19')).toEqual(['not_open', '2027-05-20', 300]);
      expect(on('2027-05-20')).toEqual(['open', '2027-05-20', 300]);
      expect(on('2027-05-26')).toEqual(['closed', '2027-05-20', 300]);
    }
  });

  test('is of the period that ends latest if periods overlap, also before they start', () => {
    const all = period({ from: '2027-05-28', to: '2027-06-05', fee: 200 });
    const long = period({ from: '2027-05-28', to: '2027-06-11', distances: ['315 km'], fee: 300 });
    for (const periods of [
      [all, long],
      [long, all],
    ]) {
      const on = (distance: string, day: string) => {
        const { state, closes_on, fee } = transferOf(rules(periods), distance, day);
        return [state, closes_on, fee];
      };
      expect(on('100 km', '2027-05-27')).toEqual(['not_open', '2027-06-05', 200]);
      expect(on('315 km', '2027-05-27')).toEqual(['not_open', '2027-06-11', 300]);
      expect(on('315 km', '2027-06-01')).toEqual(['open', '2027-06-11', 300]);
      expect(on('100 km', '2027-06-06')).toEqual(['closed', '2027-06-05', 200]);
      expect(on('315 km', '2027-06-06')).toEqual(['open', '2027-06-11', 300]);
      expect(on('315 km', '2027-06-12')).toEqual(['closed', '2027-06-11', 300]);
    }
  });

  test('is of the period that names the distance if two end on the same day', () => {
    const all = period({ to: '2027-06-05', fee: 200 });
    const two = period({ to: '2027-06-05', distances: ['10 km', '5 km'], fee: 150 });
    const one = period({ to: '2027-06-05', distances: ['10 km'], fee: 100 });
    for (const periods of [
      [all, two, one],
      [one, two, all],
    ])
      expect(['10 km', '5 km', '21,1 km'].map((name) => transferOf(rules(periods), name, TODAY).fee)).toEqual(
        [100, 150, 200],
      );
  });

  test('compares distances without case and spaces', () =>
    expect(transferOf(rules([period({ distances: ['10 km'], fee: 5 })]), '10KM', TODAY).fee).toBe(5));

  test('decides whether ads are refused', () =>
    expect(
      (['unknown', 'not_open', 'open', 'closed', 'forbidden'] as const).map((state) =>
        transferError({ state }),
      ),
    ).toEqual([
      undefined,
      undefined,
      undefined,
      'announcement.transfer_closed',
      'announcement.transfer_forbidden',
    ]));
});

describe('the text about transfers', () => {
  const KNOWN = period({ from: '2027-05-28', to: '2027-06-05', fee: 220, payer: 'buyer', where: 'online' });

  test.each([
    ['2027-05-27', KNOWN, 'Namnbyte öppnar 28 maj. Betala inte före dess.'],
    ['2026-12-31', KNOWN, 'Namnbyte öppnar 28 maj 2027. Betala inte före dess.'],
    ['2027-05-28', KNOWN, 'Namnbyte till 5 juni, 220 SEK, betalas av köparen'],
    ['2027-06-05', KNOWN, 'Namnbyte till 5 juni, 220 SEK, betalas av köparen'],
    ['2027-06-06', KNOWN, 'Namnbyte stängt sedan 5 juni'],
    [TODAY, period(), 'Namnbyte tillåtet'],
    [TODAY, period({ fee: 0, to: '2027-06-05' }), 'Namnbyte till 5 juni, utan avgift'],
    [TODAY, period({ fee: 0, payer: 'seller' }), 'Namnbyte tillåtet, utan avgift'],
    [TODAY, period({ fee: 1200 }), 'Namnbyte tillåtet, 1 200 SEK'],
    [TODAY, period({ payer: 'seller' }), 'Namnbyte tillåtet, avgiften betalas av säljaren'],
    [
      TODAY,
      period({ ...KNOWN, from: null, where: 'on_site', payer: 'seller' }),
      'Namnbyte till 5 juni, på plats, 220 SEK, betalas av säljaren',
    ],
  ])('on %s of a period %p is "%s"', (day, known, text) => expect(textOn(day, [known])).toBe(text));

  test.each([
    ['forbidden', 'Arrangören tillåter inte överlåtelse.'],
    ['unknown', 'Arrangörens regler är inte kända'],
  ] as const)('of the policy %s is "%s"', (transfer_policy, text) =>
    expect(transferText(transferOf(rules([KNOWN], { transfer_policy }), '10 km', TODAY), TODAY)).toBe(text),
  );

  test('tells a reader who is paid what the buyer should do', () => {
    const transfer = transferOf(rules([KNOWN]), '10 km', '2027-05-01');
    expect(plain(transferText(transfer, '2027-05-01', false))).toBe(
      'Namnbyte öppnar 28 maj. Köparen bör inte betala före dess.',
    );
  });

  test('is empty about a fee of which nothing is known', () =>
    expect(feeText({ fee: null, payer: null })).toBe(''));

  test('says when somebody checked the rules', () => {
    expect(sourceText({ checked_on: '2027-03-12' }, TODAY)).toBe('Enligt arrangören, kontrollerat 12 mars');
    expect(sourceText({ checked_on: '2026-03-12' }, TODAY)).toBe(
      'Enligt arrangören, kontrollerat 12 mars 2026',
    );
    expect(sourceText({ checked_on: null }, TODAY)).toBeUndefined();
  });
});

describe('the fee of an ad', () => {
  const transferWith = (fee: number | null, payer: TransferPeriod['payer']) =>
    transferOf(rules([period({ to: '2027-06-05', fee, payer })]), '10 km', TODAY);

  test.each([
    // the fees of the ad and of the organizer, who pays that, the text
    [220, 220, 'buyer', '+ 220 SEK namnbyte'],
    [220, 220, null, '+ 220 SEK namnbyte'],
    [300, null, null, '+ 300 SEK namnbyte'],
    [300, null, 'buyer', '+ 300 SEK namnbyte'],
    [300, 220, 'buyer', '+ 300 SEK namnbyte enligt säljaren'],
    [300, 0, null, '+ 300 SEK namnbyte enligt säljaren'],
    [220, 220, 'seller', '+ 220 SEK namnbyte enligt säljaren'],
    [300, null, 'seller', '+ 300 SEK namnbyte enligt säljaren'],
    [null, 220, 'buyer', ''],
  ] as const)(
    'of %p, when the organizer says %p paid by %p, is "%s"',
    (name_change_fee, fee, payer, text) => {
      const ad = { announcement_type: 'sale', name_change_fee, transfer: transferWith(fee, payer) } as const;
      expect(plain(adFeeText(ad))).toBe(text);
    },
  );

  test('is the word of the buyer in a wanted ad', () =>
    expect(
      plain(
        adFeeText({
          announcement_type: 'wanted',
          name_change_fee: 300,
          transfer: transferWith(220, 'buyer'),
        }),
      ),
    ).toBe('+ 300 SEK namnbyte enligt köparen'));

  test.each([
    [220, 220, 'buyer', 'Enligt arrangören: 220 SEK, betalas av köparen.', ''],
    [Number.NaN, 220, 'buyer', 'Enligt arrangören: 220 SEK, betalas av köparen.', ''],
    [300, null, null, '', ''],
    [
      300,
      220,
      'buyer',
      'Enligt arrangören: 220 SEK, betalas av köparen.',
      'Du har skrivit ett annat belopp. Kontrollera det innan du lägger upp annonsen.',
    ],
    [
      Number.NaN,
      220,
      'seller',
      'Enligt arrangören: 220 SEK, betalas av säljaren.',
      'Kontrollera att köparen ska betala avgiften innan du lägger upp annonsen.',
    ],
  ] as const)(
    'typed as %p with the organizer\'s %p paid by %p has the hint "%s" and warning "%s"',
    (typed, fee, payer, text, warning) => {
      const hint = feeHint(typed, transferWith(fee, payer));
      expect({ ...hint, text: plain(hint.text) }).toEqual({ text, warning });
    },
  );
});

test('the ordinary price is of the distance, or null', () => {
  const event = { ordinary_prices: [{ distance: '10 km', price: 595 }] };
  expect([ordinaryPriceOf(event, '10km'), ordinaryPriceOf(event, '5 km')]).toEqual([595, null]);
});

test('rules lose the distances that the event has lost, and periods that were only for those', () => {
  const kept = { all: period({ fee: 1 }), both: period({ fee: 2, distances: ['10 km', '21,1 km'] }) };
  expect(
    rulesForDistances(
      {
        transfer_periods: [kept.all, kept.both, period({ fee: 3, distances: ['21,1 km'] })],
        ordinary_prices: [
          { distance: '10 km', price: 595 },
          { distance: '21,1 km', price: 795 },
        ],
      },
      ['10 km', '5 km'],
    ),
  ).toEqual({
    transfer_periods: [kept.all, { ...kept.both, distances: ['10 km'] }],
    ordinary_prices: [{ distance: '10 km', price: 595 }],
  });
});
