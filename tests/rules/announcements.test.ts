import { describe, expect, test } from 'bun:test';
import {
  completeFault,
  countByEvent,
  distanceOf,
  editFault,
  isOpenToContact,
  type Standing,
  toggleFault,
} from '../../src/features/announcements/rules';

describe('the states of an ad (section 4)', () => {
  test.each([
    // active, completed: why it is not edited, why it is not completed
    [true, false, undefined, undefined],
    [false, false, undefined, 'announcement.inactive'],
    [true, true, 'announcement.completed', 'announcement.completed'],
    [false, true, 'announcement.completed', 'announcement.completed'],
  ] as const)(
    'active %p, completed %p: editing %p, completing %p',
    (is_active, is_completed, edit, complete) => {
      expect(editFault({ is_completed })).toBe(edit);
      expect(completeFault({ is_active, is_completed })).toBe(complete);
    },
  );

  test('an admin does not toggle a completed one, nor activate one whose event is gone (D12)', () => {
    const ad = { is_completed: false, event_id: 'a' };
    expect(toggleFault(ad, true)).toBeUndefined();
    expect(toggleFault({ ...ad, is_completed: true }, false)).toBe('announcement.completed');
    expect(toggleFault({ ...ad, event_id: null }, true)).toBe('announcement.event_gone');
    expect(toggleFault({ ...ad, event_id: null }, false)).toBeUndefined();
  });
});

describe('an ad is open (D10, D11)', () => {
  const OPEN: Standing = {
    is_active: true,
    is_completed: false,
    owner_is_suspended: false,
    event: { event_date: '2027-05-01', event_end_date: null },
  };
  const open = (change: Partial<Standing>) => isOpenToContact({ ...OPEN, ...change }, '2027-05-01');

  test('while it is active, not completed, of an owner in good standing, for an event not passed', () => {
    expect(open({})).toBe(true);
  });

  test.each([
    ['inactive', { is_active: false }],
    ['completed', { is_completed: true }],
    ['of a suspended owner', { owner_is_suspended: true }],
    ['of an event that is gone', { event: null }],
    ['of an event that was yesterday', { event: { event_date: '2027-04-30', event_end_date: null } }],
    [
      'of an event that ended yesterday',
      { event: { event_date: '2027-04-28', event_end_date: '2027-04-30' } },
    ],
  ] satisfies [string, Partial<Standing>][])('not when it is %s', (_, change) => {
    expect(open(change)).toBe(false);
  });

  test('to the end of the last day of an event of several days', () => {
    expect(open({ event: { event_date: '2027-04-29', event_end_date: '2027-05-01' } })).toBe(true);
  });
});

describe("an ad's distance is one of its event's (D16)", () => {
  const event = { distances: ['10 km', '42,1 km', 'Sprint'] };

  test.each([
    ['10 km', '10 km'],
    ['10km', '10 km'],
    [' 42,1KM ', '42,1 km'],
    ['sprint', 'Sprint'],
  ])('%p is %p', (asked, spelled) => {
    expect(distanceOf(event, asked)).toBe(spelled);
  });

  test.each(['', '42.1 km', '10', '10 km, 42,1 km', '21 km'])('%p is none of them', (asked) => {
    expect(distanceOf(event, asked)).toBeUndefined();
  });
});

test('counts are of what is active and not completed, of each type, by event (section 4)', () => {
  const ad = (event_id: string | null, announcement_type: 'sale' | 'wanted', state = {}) => ({
    event_id,
    announcement_type,
    is_active: true,
    is_completed: false,
    ...state,
  });
  const counts = countByEvent([
    ad('vasa', 'sale'),
    ad('vasa', 'sale'),
    ad('vasa', 'wanted'),
    ad('vasa', 'sale', { is_completed: true }),
    ad('vasa', 'wanted', { is_active: false }),
    ad('lidingö', 'wanted'),
    ad(null, 'sale'),
  ]);
  expect([...counts]).toEqual([
    ['vasa', { sale: 2, wanted: 1 }],
    ['lidingö', { sale: 0, wanted: 1 }],
  ]);
});
