import { describe, expect, test } from 'bun:test';
import { doubtAbout, isYoungerThan, JUMP_MS, SKEW_MS } from '#src/platform/clock/rules.ts';

const NOW = Date.parse('2027-01-15T09:00:00Z');
const readings = { now: NOW, databaseNow: NOW, latestSeen: NOW, acceptedDifference: 0 };

describe('a clock', () => {
  test.each([
    ['that goes on is trusted', {}, undefined],
    ['is trusted a day after it was seen', { latestSeen: NOW - JUMP_MS }, undefined],
    ['is doubted when more than a day was skipped', { latestSeen: NOW - JUMP_MS - 1 }, 'ahead'],
    ['is trusted a day before it was seen', { latestSeen: NOW + JUMP_MS }, undefined],
    ['is doubted when it went back by more than a day', { latestSeen: NOW + JUMP_MS + 1 }, 'behind'],
    ['is trusted at the first start', { latestSeen: undefined }, undefined],
    ['may differ by a minute from the database', { databaseNow: NOW - SKEW_MS }, undefined],
    ['is doubted when it differs by more', { databaseNow: NOW - SKEW_MS - 1 }, 'differs'],
    ['is doubted when it is behind the database', { databaseNow: NOW + SKEW_MS + 1 }, 'differs'],
    [
      'may differ as an operator accepted',
      { databaseNow: NOW - 3_600_000, acceptedDifference: 3_600_500 },
      undefined,
    ],
    [
      'is doubted when it differs otherwise than an operator accepted',
      { databaseNow: NOW + 3_600_000, acceptedDifference: 3_600_000 },
      'differs',
    ],
  ] as const)('%s', (_, change, doubt) => {
    expect(doubtAbout({ ...readings, ...change })).toBe(doubt);
  });
});

test.each([
  [-3_600_000, false],
  [-SKEW_MS - 1, false],
  [-SKEW_MS, true],
  [0, true],
  [599_999, true],
  [600_000, false],
])('what happened %i ms ago is younger than ten minutes: %p', (age, expected) => {
  expect(isYoungerThan(new Date(NOW - age).toISOString(), 600_000, new Date(NOW))).toBe(expected);
});
