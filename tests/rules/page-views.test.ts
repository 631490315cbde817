import { expect, test } from 'bun:test';
import { createViewCounter, isBot } from '#src/features/organisers/views/counter.ts';

const DAY = '2027-01-15';
const HALF_HOUR_MS = 30 * 60_000;

function counting() {
  const counter = createViewCounter();
  const count = (address: string, eventId = 'a', nowMs = 0, network = address) =>
    counter.count({ address, network, eventId, nowMs, day: DAY });
  return { counter, count };
}

test('an address counts once for an event in half an hour', () => {
  const { counter, count } = counting();
  expect([count('1'), count('1'), count('2'), count('1', 'b')]).toEqual([true, false, true, true]);
  expect(count('1', 'a', HALF_HOUR_MS - 1)).toBe(false);
  expect(count('1', 'a', HALF_HOUR_MS)).toBe(true);
  expect(counter.take()).toEqual([
    { event_id: 'a', day: DAY, views: 3 },
    { event_id: 'b', day: DAY, views: 1 },
  ]);
});

test('views are taken once, unless they are given back', () => {
  const { counter, count } = counting();
  count('1');
  const taken = counter.take();
  expect(counter.take()).toEqual([]);
  count('2');
  counter.giveBack(taken);
  expect(counter.take()).toEqual([{ event_id: 'a', day: DAY, views: 2 }]);
});

test('an address counts for at most 300 events in half an hour', () => {
  const { count } = counting();
  for (let one = 0; one < 300; one++) expect(count('1', `event ${one}`)).toBe(true);
  expect([count('1', 'one more'), count('2', 'one more')]).toEqual([false, true]);
  expect(count('1', 'one more', HALF_HOUR_MS)).toBe(true);
});

test('the addresses of a network count for at most 3,000 events in half an hour', () => {
  const { count } = counting();
  for (let one = 0; one < 3000; one++) expect(count(`${one}`, 'a', 0, 'network')).toBe(true);
  expect([count('one more', 'a', 0, 'network'), count('one more', 'a', 0, 'other')]).toEqual([false, true]);
  expect(count('another', 'a', HALF_HOUR_MS, 'network')).toBe(true);
});

test('remembers 50,000 addresses and events, and forgets the oldest for a new one', () => {
  const { count } = counting();
  for (let one = 0; one < 50_000; one++) count(`address ${one}`);
  expect(count('one more')).toBe(true);
  expect([count('address 1'), count('address 0')]).toEqual([false, true]);
});

test.each([
  [undefined, true],
  ['', true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['facebookexternalhit/1.1', true],
  ['curl/8.5.0', true],
  ['Mozilla/5.0 HeadlessChrome/120.0', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.1 Mobile/15E148 Safari/604.1',
    false,
  ],
])('a user agent of %p is a bot: %p', (userAgent, expected) => {
  expect(isBot(userAgent)).toBe(expected);
});
