import { describe, expect, test } from 'bun:test';
import { differences } from '#client/features/admin-events/conflict.tsx';
import { eventInputOf, readDegrees, valuesOf } from '#client/features/admin-events/event-form-values.ts';
import { filterRows, SORT_KEYS, sortRows } from '#client/features/admin-events/table-rules.ts';
import { sortOf, sortText } from '#client/ui/sort.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { DateFilter } from '#src/features/events/filter/filter.ts';
import { understand } from '#src/features/events/search/understand.ts';
import { adminEventOf } from '#tests/support/events.ts';

describe('the table of events', () => {
  const events = [
    adminEventOf({ id: 'a', event_name: 'Öloppet', event_date: '2027-05-01', ort: null, landskap: 'Skåne' }),
    adminEventOf({ id: 'b', event_name: 'Åloppet', event_date: '2027-05-01', sport_type: 'Simning' }),
    adminEventOf({ id: 'c', event_name: 'Zloppet', event_date: '2027-01-10', event_end_date: '2027-01-15' }),
    adminEventOf({ id: 'd', event_name: 'Vårrundan', event_date: '2027-01-14', ort: 'Åre', landskap: null }),
  ];
  const readSort = (text: string) => sortOf(text, SORT_KEYS, { key: 'event_date', descending: false });
  const sortedIds = (text: string) =>
    sortRows(events, readSort(text))
      .map(({ id }) => id)
      .join('');
  const today = '2027-01-15';
  const filteredIds = ({ q = '', ...part }: { q?: string; date?: DateFilter; sport?: string }) =>
    filterRows(
      sortRows(events, readSort('')),
      { search: { understood: understand(q, today) }, date: 'all', sport: '', ...part },
      today,
    )
      .map(({ id }) => id)
      .join('');

  test('sorts by each column both ways in Swedish order, equal values by date, empty values last', () => {
    expect(sortedIds('event_date')).toBe('cdba');
    expect(sortedIds('-event_date')).toBe('abdc');
    expect(sortedIds('event_name')).toBe('dcba');
    expect(sortedIds('-event_name')).toBe('abcd');
    expect(sortedIds('ort')).toBe('cbda');
    expect(sortedIds('-ort')).toBe('dcba');
    expect(sortedIds('landskap')).toBe('cbad');
    expect(sortedIds('-landskap')).toBe('acbd');
    expect(sortedIds('sport_type')).toBe('cdab');
    expect(sortedIds('-sport_type')).toBe('bcda');
  });

  test('sorts by date when the order in the URL is invalid', () => {
    for (const text of ['', 'id', '-', '--ort', '__proto__', 'constructor'])
      expect(sortText(readSort(text))).toBe('event_date');
    expect(sortText(readSort('-ort'))).toBe('-ort');
  });

  test('searches name, ort and sport for every word, ignoring accents and case', () => {
    expect(filteredIds({ q: 'oloppet' })).toBe('a');
    expect(filteredIds({ q: 'ARE' })).toBe('d');
    expect(filteredIds({ q: 'mora simning' })).toBe('b');
    expect(filteredIds({ q: 'mora curling' })).toBe('');
    expect(filteredIds({ q: '   ' })).toBe('cdba');
  });

  test('counts an event as upcoming until its last day in Stockholm, and matches the sport exactly', () => {
    expect(filteredIds({ date: 'upcoming' })).toBe('cba');
    expect(filteredIds({ date: 'past' })).toBe('d');
    expect(filteredIds({ sport: 'Löpning' })).toBe('cda');
    expect(filteredIds({ sport: 'Löpning trail' })).toBe('');
  });
});

describe('the values sent by the event dialog', () => {
  const event = adminEventOf({
    id: 'a',
    sport_type: 'Löpning',
    banner_text: 'Nu',
    // 02:30 in winter time: the clock shows this hour twice on that day.
    banner_start_date: '2027-10-31T01:30:00.000Z',
    banner_end_date: '2027-11-01T22:59:59.000Z',
    latitude: 61.23456,
    longitude: 14,
    is_manual: true,
  });

  test('are the stored values when nothing was edited', () => {
    const { input, errors } = eventInputOf(valuesOf(event), event);
    expect(valuesOf(event)).toMatchObject({
      banner_start_date: '2027-10-31T02:30',
      banner_end_date: '2027-11-01T23:59:59',
      latitude: '61,23456',
    });
    const {
      id: _,
      version: __,
      is_manual: ___,
      is_approximate: ____,
      announcement_count: _____,
      registration: ______,
      updated_at: _______,
      sequence: ________,
      series_id: _________,
      url: __________,
      organizer_confirmed_on: ___________,
      ...editableFields
    } = event;
    const expectedInput = Object.fromEntries(
      Object.entries(editableFields).map(([name, value]) => [name, value ?? '']),
    );
    expect(input).toEqual({
      ...expectedInput,
      previous_dates: '',
      transfer_initiator: null,
      transfer_buyer_needs: '',
      date_change: 'correction',
    } as never);
    expect(errors).toEqual({});
  });

  test('contain the stored transfer rules', () => {
    const rules = {
      transfer_policy: 'forbidden',
      transfer_periods: [
        { from: null, to: '2027-05-01', distances: [], fee: 0, payer: 'buyer', where: 'online' },
        { from: '2027-05-02', to: null, distances: ['10 km'], fee: null, payer: null, where: null },
      ],
      transfer_initiator: 'organizer',
      transfer_rules_url: 'https://example.se/regler',
      transfer_checked_on: '2027-01-02',
      ordinary_prices: [{ distance: '10 km', price: 595 }],
    } satisfies Partial<AdminEvent>;
    const stored = adminEventOf({
      id: 'a',
      ...rules,
      transfer_buyer_needs: ['födelsedatum', 'Användar-ID'],
    });
    const emptyDates = (period: (typeof rules.transfer_periods)[number]) => ({
      ...period,
      from: period.from ?? '',
      to: period.to ?? '',
    });
    expect(eventInputOf(valuesOf(stored), stored).input).toMatchObject({
      ...rules,
      transfer_periods: rules.transfer_periods.map(emptyDates),
      transfer_buyer_needs: 'födelsedatum; Användar-ID',
    });
  });

  test('contain a changed date and time as Stockholm time without a zone', () => {
    const values = { ...valuesOf(event), banner_start_date: '2027-10-31T03:30' };
    expect(eventInputOf(values, event).input.banner_start_date).toBe('2027-10-31T03:30');
  });

  test('contain coordinates only when they were set by hand', () => {
    const values = { ...valuesOf(event), is_manual: false };
    expect(eventInputOf(values, event).input).toMatchObject({ latitude: null, longitude: null });
  });

  test.each([
    ['59,33', 59.33],
    [' 59.33 ', 59.33],
    ['-1', -1],
    ['', null],
    ['59,33 N', Number.NaN],
    ['5e1', Number.NaN],
    ['1,2,3', Number.NaN],
  ] as const)('contain the typed degrees %p as the number %p', (text, degrees) => {
    expect(readDegrees(text)).toBe(degrees);
  });

  test('are compared with the stored event, and each difference is named by its label', () => {
    expect(differences(event, event)).toEqual([]);
    expect(differences(event, { ...event, ort: 'Orsa', distances: '5 km' })).toEqual(['Distanser', 'Ort']);
    expect(differences(event, { ...event, latitude: 60 })).toEqual(['Plats på kartan']);
    expect(differences({ ...event, is_manual: false }, { ...event, is_manual: false, latitude: 60 })).toEqual(
      [],
    );
  });
});
