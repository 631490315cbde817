import { describe, expect, test } from 'bun:test';
import { countByEvent } from '#src/features/announcements/filter/counts.ts';
import {
  completeError,
  distanceOf,
  editError,
  isOpenToContact,
  type OpenState,
  toggleError,
} from '#src/features/announcements/rules.ts';

describe('an ad', () => {
  test.each([
    // is_active, is_expired, is_completed, editError, completeError
    [true, false, false, undefined, undefined],
    [false, false, false, undefined, 'announcement.inactive'],
    [false, true, false, undefined, undefined],
    [true, false, true, 'announcement.completed', 'announcement.completed'],
    [false, false, true, 'announcement.completed', 'announcement.completed'],
  ] as const)(
    'with is_active %p, is_expired %p and is_completed %p has the editError %p and the completeError %p',
    (is_active, is_expired, is_completed, edit, complete) => {
      expect(editError({ is_completed })).toBe(edit);
      expect(completeError({ is_active, is_expired, is_completed })).toBe(complete);
    },
  );

  test('cannot be toggled by an admin once completed, nor activated once it has expired or its event is deleted', () => {
    const ad = { is_completed: false, is_expired: false, event_id: 'a' };
    expect(toggleError(ad, true)).toBeUndefined();
    expect(toggleError({ ...ad, is_completed: true }, false)).toBe('announcement.completed');
    expect(toggleError({ ...ad, event_id: null }, true)).toBe('announcement.event_gone');
    expect(toggleError({ ...ad, event_id: null }, false)).toBeUndefined();
    expect(toggleError({ ...ad, is_expired: true }, true)).toBe('announcement.expired');
    expect(toggleError({ ...ad, is_expired: true }, false)).toBeUndefined();
  });
});

describe('isOpenToContact', () => {
  const EVENT = { event_date: '2027-05-01', event_end_date: null, status: 'scheduled' } as const;
  const OPEN: OpenState = {
    is_active: true,
    is_completed: false,
    is_paused: false,
    owner_is_suspended: false,
    event: EVENT,
  };
  const isOpen = (change: Partial<OpenState>) => isOpenToContact({ ...OPEN, ...change }, '2027-05-01');

  test('is true on the day of the event for an active, uncompleted ad of an owner who is not suspended', () => {
    expect(isOpen({})).toBe(true);
  });

  test.each([
    ['inactive', { is_active: false }],
    ['completed', { is_completed: true }],
    ['of a suspended owner', { owner_is_suspended: true }],
    ['paused', { is_paused: true }],
    ['of a deleted event', { event: null }],
    ['of a cancelled event', { event: { ...EVENT, status: 'cancelled' } }],
    ['of a postponed event', { event: { ...EVENT, status: 'postponed' } }],
    ['of an event that was yesterday', { event: { ...EVENT, event_date: '2027-04-30' } }],
    [
      'of an event that ended yesterday',
      { event: { ...EVENT, event_date: '2027-04-28', event_end_date: '2027-04-30' } },
    ],
  ] satisfies [string, Partial<OpenState>][])('is false for an ad that is %s', (_, change) => {
    expect(isOpen(change)).toBe(false);
  });

  test('is true through the last day of an event of several days', () => {
    expect(isOpen({ event: { ...EVENT, event_date: '2027-04-29', event_end_date: '2027-05-01' } })).toBe(
      true,
    );
  });
});

describe('distanceOf', () => {
  const event = { distances: ['10 km', '42,1 km', 'Sprint'] };

  test.each([
    ['10 km', '10 km'],
    ['10km', '10 km'],
    [' 42,1KM ', '42,1 km'],
    ['sprint', 'Sprint'],
  ])("reads %p as the event's %p", (asked, spelled) => {
    expect(distanceOf(event, asked)).toBe(spelled);
  });

  test.each(['', '42.1 km', '10', '10 km, 42,1 km', '21 km'])('returns undefined for %p', (asked) => {
    expect(distanceOf(event, asked)).toBeUndefined();
  });
});

test('countByEvent counts the active, uncompleted ads of each type by event', () => {
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
