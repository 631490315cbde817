import { describe, expect, test } from 'bun:test';
import {
  ALL_ANNOUNCEMENTS,
  countByType,
  eventChoices,
  eventKey,
  filterAnnouncements,
} from '../../src/features/announcements/rules';

type Ad = Parameters<typeof eventChoices>[0][number] & { id: number };

let sequence = 0;
const ad = (event_name: string, announcement_type: Ad['announcement_type'], more: Partial<Ad> = {}): Ad => ({
  id: ++sequence,
  event_id: `id of ${event_name}`,
  event_name,
  event_date: '2027-05-22',
  announcement_type,
  ...more,
});

const VASA_SALE = ad('Vasaloppet', 'sale');
const VASA_WANTED = ad('Vasaloppet', 'wanted');
const LIDINGO = ad('Lidingöloppet', 'sale');
const DELETED_WANTED = ad('Nedlagda loppet', 'wanted', { event_id: null });
const DELETED_SALE = ad('Nedlagda loppet', 'sale', { event_id: null });
const ADS = [VASA_SALE, LIDINGO, DELETED_WANTED, VASA_WANTED, DELETED_SALE];
const VASA = eventKey(VASA_SALE);

describe('the market filters', () => {
  test('show every ad in its order when none is chosen', () => {
    expect(filterAnnouncements(ADS, ALL_ANNOUNCEMENTS)).toEqual(ADS);
  });

  test('combine event and type', () => {
    expect(filterAnnouncements(ADS, { event: VASA, type: 'all' })).toEqual([VASA_SALE, VASA_WANTED]);
    expect(filterAnnouncements(ADS, { event: '', type: 'wanted' })).toEqual([DELETED_WANTED, VASA_WANTED]);
    expect(filterAnnouncements(ADS, { event: VASA, type: 'wanted' })).toEqual([VASA_WANTED]);
    expect(filterAnnouncements(ADS, { event: eventKey(LIDINGO), type: 'wanted' })).toEqual([]);
  });

  test('show nothing for an event without ads', () => {
    expect(filterAnnouncements(ADS, { event: 'long gone', type: 'all' })).toEqual([]);
    expect(countByType(ADS, 'long gone')).toEqual({ all: 0, sale: 0, wanted: 0 });
  });

  test('group the ads of a deleted event under its name', () => {
    expect(filterAnnouncements(ADS, { event: 'Nedlagda loppet', type: 'all' })).toEqual([
      DELETED_WANTED,
      DELETED_SALE,
    ]);
  });
});

describe('the choices of the filters', () => {
  test('count a type within the chosen event', () => {
    expect(countByType(ADS, '')).toEqual({ all: 5, sale: 3, wanted: 2 });
    expect(countByType(ADS, VASA)).toEqual({ all: 2, sale: 1, wanted: 1 });
    expect(countByType(ADS, eventKey(LIDINGO))).toEqual({ all: 1, sale: 1, wanted: 0 });
  });

  test('count an event within the chosen type, and keep events with 0 ads', () => {
    const counts = (type: 'all' | 'sale' | 'wanted') =>
      eventChoices(ADS, type).map(({ name, count }) => `${name} ${count}`);
    expect(counts('all')).toEqual(['Lidingöloppet 1', 'Nedlagda loppet 2', 'Vasaloppet 2']);
    expect(counts('wanted')).toEqual(['Lidingöloppet 0', 'Nedlagda loppet 1', 'Vasaloppet 1']);
  });

  test('count exactly the ads that they show', () => {
    for (const type of ['all', 'sale', 'wanted'] as const) {
      for (const { key, count } of eventChoices(ADS, type)) {
        expect(filterAnnouncements(ADS, { event: key, type })).toHaveLength(count);
        expect(countByType(ADS, key)[type]).toBe(count);
      }
      expect(filterAnnouncements(ADS, { event: '', type })).toHaveLength(countByType(ADS, '')[type]);
    }
  });

  test('list events by name in Swedish order, with 9 before 10 and å, ä and ö last', () => {
    const names = ['Örebro AIK', 'Ängsloppet', 'Åre Bike', 'Zon 10', 'Zon 9', 'ålands', 'Alpha', 'bravo'];
    expect(
      eventChoices(
        names.map((name) => ad(name, 'sale')),
        'all',
      ).map(({ name }) => name),
    ).toEqual(['Alpha', 'bravo', 'Zon 9', 'Zon 10', 'ålands', 'Åre Bike', 'Ängsloppet', 'Örebro AIK']);
  });

  test('list two events of one name separately, the earlier first', () => {
    const later = ad('Milen', 'sale', { event_id: 'a', event_date: '2028-05-22' });
    const earlier = ad('Milen', 'sale', { event_id: 'b', event_date: '2027-05-22' });
    expect(eventChoices([later, earlier], 'all').map(({ key, date }) => [key, date])).toEqual([
      ['b', '2027-05-22'],
      ['a', '2028-05-22'],
    ]);
  });
});
