import { describe, expect, test } from 'bun:test';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import {
  digitsOf,
  findAccounts,
  searchable as searchableAccounts,
  sortAccounts,
} from '#src/features/accounts/admin/rules.ts';
import type { AdminAnnouncement } from '#src/features/announcements/admin/contract.ts';
import {
  adminEventChoices,
  findAds,
  groupByConversation,
  type SortKey,
  searchable,
  sortAds,
  statusOf,
} from '#src/features/announcements/admin/rules.ts';
import { countOpen, sortOpenFirst } from '#src/features/reports/admin/rules.ts';
import { UNKNOWN_RULES } from '#tests/support/events.ts';

let sequence = 0;
const adOf = (part: Partial<AdminAnnouncement> = {}): AdminAnnouncement => ({
  id: `ad${++sequence}`,
  announcement_type: 'sale',
  event_id: 'e1',
  event_name: 'Göteborgsvarvet',
  event_date: '2027-05-22',
  event_state: null,
  event_url: null,
  sport_type: 'Löpning',
  ort: 'Göteborg',
  landskap: 'Västergötland',
  distance: '21,1 km',
  price: 500,
  has_name_change_fee: false,
  name_change_fee: null,
  description: null,
  order_number: 'SP-0001',
  user_id: 'u',
  user_name: 'Anna Ek',
  user_details: { full_name: 'Anna Ek', email: 'anna@example.se', phone_number: null, is_suspended: false },
  is_active: true,
  is_completed: false,
  is_expired: false,
  ...UNKNOWN_RULES,
  owner_facts: { member_since: '2026-03', completed_deals: 0, replies: null },
  reserved: false,
  url: '/marketplace/annons/SP-0001',
  created_at: '2027-01-01T08:00:00.000Z',
  expires_at: null,
  message_count: 0,
  ...part,
});
const ALL = { q: '', event: '', type: '', status: '' } as const;
const findOrderNumbers = (ads: AdminAnnouncement[], filter: object) =>
  findAds(searchable(ads), { ...ALL, ...filter }).map(({ order_number }) => order_number);

describe('the admins’ list of ads', () => {
  test('shows a completed ad as completed, active or not', () => {
    expect(statusOf({ is_active: true, is_completed: false })).toBe('active');
    expect(statusOf({ is_active: false, is_completed: false })).toBe('inactive');
    for (const is_active of [true, false])
      expect(statusOf({ is_active, is_completed: true })).toBe('completed');
  });

  test('filters by event, type and status together, and searches number, event, owner and description', () => {
    const ads = [
      adOf({ order_number: 'SP-0001', description: 'Startled 3' }),
      adOf({ order_number: 'SP-0002', announcement_type: 'wanted', is_active: false }),
      adOf({ order_number: 'SP-0012', event_id: null, event_name: 'Åbyloppet', is_completed: true }),
    ];
    expect(findOrderNumbers(ads, {})).toEqual(['SP-0001', 'SP-0002', 'SP-0012']);
    expect(findOrderNumbers(ads, { event: 'e1' })).toEqual(['SP-0001', 'SP-0002']);
    // A deleted event has its name as key.
    expect(findOrderNumbers(ads, { event: 'Åbyloppet' })).toEqual(['SP-0012']);
    expect(findOrderNumbers(ads, { event: 'e1', type: 'wanted' })).toEqual(['SP-0002']);
    expect(findOrderNumbers(ads, { status: 'completed' })).toEqual(['SP-0012']);
    expect(findOrderNumbers(ads, { status: 'active', type: 'wanted' })).toEqual([]);
    for (const q of ['sp-0012', ' ÅBY ', 'abyloppet'])
      expect(findOrderNumbers(ads, { q })).toEqual(['SP-0012']);
    expect(findOrderNumbers(ads, { q: 'startled' })).toEqual(['SP-0001']);
    expect(findOrderNumbers(ads, { q: 'ANNA@example' })).toHaveLength(3);
  });

  test('offers events in Swedish order, each with its number of ads of the chosen type and status, also 0', () => {
    const ads = [
      adOf({ event_id: 'z', event_name: 'Zinkloppet' }),
      adOf({ event_id: 'o', event_name: 'Öloppet', announcement_type: 'wanted' }),
      adOf({ event_id: 'a', event_name: 'Åloppet', is_active: false }),
      adOf({ event_id: 'a', event_name: 'Åloppet' }),
    ];
    const choicesOf = (type: '' | 'wanted', status: '' | 'active') =>
      adminEventChoices(ads, { type, status }).map(({ name, count }) => [name, count]);
    expect(choicesOf('', '')).toEqual([
      ['Zinkloppet', 1],
      ['Åloppet', 2],
      ['Öloppet', 1],
    ]);
    expect(choicesOf('wanted', 'active')).toEqual([
      ['Zinkloppet', 0],
      ['Åloppet', 0],
      ['Öloppet', 1],
    ]);
  });

  test('sorts by the chosen column and keeps the order of equal ads', () => {
    const ads = [adOf({ price: 300 }), adOf({ price: 900 }), adOf({ price: 300 })];
    const sortBy = (key: SortKey, descending: boolean) => sortAds(ads, { key, descending });
    expect(sortBy('price', false)).toEqual([ads[0], ads[2], ads[1]] as AdminAnnouncement[]);
    expect(sortBy('price', true)).toEqual([ads[1], ads[0], ads[2]] as AdminAnnouncement[]);
    const numbers = ['SP-10000', 'SP-0002'].map((order_number) => adOf({ order_number }));
    expect(sortAds(numbers, { key: 'number', descending: false })[0]?.order_number).toBe('SP-0002');
  });

  test('folds the texts once, not for each search', () => {
    const ad = adOf({});
    expect(findAds([{ ad, text: 'vikt text' }], { ...ALL, q: 'VIKT' })).toEqual([ad]);
  });

  test('groups messages by conversation: the latest conversation first, the oldest message first', () => {
    const messageOf = (conversation_id: string, minute: number) => ({
      conversation_id,
      created_at: `2027-01-01T08:0${minute}:00.000Z`,
    });
    expect(
      groupByConversation([messageOf('a', 1), messageOf('b', 2), messageOf('b', 3), messageOf('a', 5)]),
    ).toEqual([
      { id: 'a', messages: [messageOf('a', 1), messageOf('a', 5)] },
      { id: 'b', messages: [messageOf('b', 2), messageOf('b', 3)] },
    ]);
    expect(groupByConversation([])).toEqual([]);
  });
});

describe('the admins’ list of members', () => {
  const accountOf = (part: Partial<AdminAccount>): AdminAccount => ({
    id: `u${++sequence}`,
    email: 'anna@example.se',
    username: 'anna',
    full_name: 'Anna Ek',
    phone_number: null,
    is_verified: true,
    is_suspended: false,
    created_at: '2027-01-01T08:00:00.000Z',
    last_login: null,
    report_count: 0,
    announcement_count: 0,
    ...part,
  });
  const members = [
    accountOf({ full_name: 'Anna Åkesson', email: 'anna@example.se', phone_number: '+46 (0)70-111 22 33' }),
    accountOf({ full_name: 'Bo Ask', email: 'bo@firma.example', phone_number: '08-123 45' }),
    accountOf({ full_name: 'Cilla 46', email: 'cilla@example.se' }),
  ];
  const findNames = (q: string) =>
    findAccounts(searchableAccounts(members), q).map(({ full_name }) => full_name);

  test('searches name, e-mail and phone, ignoring case', () => {
    expect(findNames('')).toHaveLength(3);
    expect(findNames('åKES')).toEqual(['Anna Åkesson']);
    expect(findNames('FIRMA')).toEqual(['Bo Ask']);
    expect(findNames('08-123')).toEqual(['Bo Ask']);
    expect(findNames('nobody')).toEqual([]);
  });

  test('finds a phone number in any national or international format, from three digits on', () => {
    for (const q of ['0701112233', '070 111', '+46701112233', '0046 70 111', '111-22', '070/111.22']) {
      expect(findNames(q)).toEqual(['Anna Åkesson']);
    }
    expect(findNames('46')).toEqual(['Anna Åkesson', 'Cilla 46']);
    expect(findNames('33')).toEqual(['Anna Åkesson']);
    expect(findNames('12')).toEqual(['Bo Ask']);
    expect(findNames('a 111')).toEqual([]);
    expect([digitsOf('+46 8 1'), digitsOf('0046-8-1'), digitsOf('08-1'), digitsOf('')]).toEqual([
      '081',
      '081',
      '081',
      '',
    ]);
  });

  test('sorts by name in Swedish order, or by counts', () => {
    const byName = sortAccounts(
      ['Östen', 'Åke', 'Zara'].map((full_name) => accountOf({ full_name })),
      { key: 'name', descending: false },
    );
    expect(byName.map(({ full_name }) => full_name)).toEqual(['Zara', 'Åke', 'Östen']);
    const counts = [1, 3, 2].map((report_count) => accountOf({ report_count }));
    expect(sortAccounts(counts, { key: 'reports', descending: true }).map((one) => one.report_count)).toEqual(
      [3, 2, 1],
    );
  });
});

test('open reports are listed before handled ones, each group in its own order', () => {
  const reports = [
    { id: 1, status: 'handled' },
    { id: 2, status: 'new' },
    { id: 3, status: 'handled' },
    { id: 4, status: 'new' },
  ] as const;
  expect(sortOpenFirst(reports).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
  expect(countOpen(reports)).toBe(2);
});
