import { expect, test } from 'bun:test';
import type { WatchTarget } from '#src/features/watches/contract.ts';
import { titleForStranger, titleOf } from '#src/features/watches/rules.ts';

const TODAY = '2027-01-15';
const NONE: WatchTarget = {
  kind: 'search',
  query: null,
  event_id: null,
  series_id: null,
  distance: null,
  min_price: null,
  max_price: null,
};
const search = (query: string): WatchTarget => ({ ...NONE, query });
const sale = (distance: string): WatchTarget => ({
  ...NONE,
  kind: 'market_sale',
  event_id: Bun.randomUUIDv7(),
  distance,
});

test.each([
  [search('sport=Löpning&landskap=Skåne&q=malmö'), 'Löpning i Skåne, ”malmö”'],
  [search('near=55.6,13.0&within=50'), 'Lopp, Nära vald plats, 50 km'],
  [sale('90 km'), 'Vasaloppet 90 km (säljes)'],
])('a usual title is mailed to an address that a stranger may have typed', (target, title) => {
  expect(titleOf(target, 'Vasaloppet', TODAY)).toBe(title);
  expect(titleForStranger(target, 'Vasaloppet', TODAY)).toBe(title);
});

test('the title of ads has their prices and no colon, which the subject of a mail has before it', () => {
  const target = { ...sale(''), min_price: 100, max_price: 500 };
  expect(titleOf(target, 'Vasaloppet', TODAY)).toBe(
    'Vasaloppet (säljes, minst 100\u00a0SEK, högst 500\u00a0SEK)',
  );
});

test('the title of a series says that its next date is watched, unlike that of an event', () => {
  const series: WatchTarget = { ...NONE, kind: 'series', series_id: Bun.randomUUIDv7() };
  expect(titleOf(series, 'Vasaloppet', TODAY)).toBe('Vasaloppet (nästa års datum)');
  expect(titleOf({ ...NONE, kind: 'event' }, 'Vasaloppet', TODAY)).toBe('Vasaloppet');
});

test.each([
  [search('q=Vinn%20en%20bil%20på%20ond.se'), 'Ditt urval av lopp'],
  [search('q=Ring%20070-123%2045%2067'), 'Ditt urval av lopp'],
  [search(`q=${'billigt '.repeat(30)}`), 'Ditt urval av lopp'],
  [search('distance=Köp+billigt'), 'Ditt urval av lopp'],
  [search('distance=10+km'), 'Lopp, 10 km'],
  [search('q=allt om löpning i hela landet och Norge'), 'Lopp, ”allt om löpning i hela landet…”'],
])('an advertisement is not mailed to an address that a stranger may have typed', (target, title) => {
  expect(titleForStranger(target, 'Vasaloppet', TODAY)).toBe(title);
});
