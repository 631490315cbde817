import { expect, test } from 'bun:test';
import { boxAround } from '#src/shared/geo.ts';

test('the box around positions holds all of them, also around more than a call takes as arguments', () => {
  const north = { latitude: 65, longitude: 20 };
  const south = { latitude: 56, longitude: 12 };
  const box = { west: 12, south: 56, east: 20, north: 65 };
  expect(boxAround([])).toBeUndefined();
  expect(boxAround([north, south])).toEqual(box);
  expect(boxAround([...Array(1_000_000).fill(north), south])).toEqual(box);
});
