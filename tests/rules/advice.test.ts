import { expect, test } from 'bun:test';
import { adviceAboutAd, adviceAboutMessage, withAdvice } from '#src/features/conversations/advice/rules.ts';
import { dealOf, stepError, type TickedStep } from '#src/features/conversations/deal/rules.ts';
import type { TransferState } from '#src/features/events/transfer/contract.ts';

const NOW = new Date('2027-03-01T08:00:00Z');

const aboutText = (text: string, isFirst = true, transferState: TransferState | null = 'unknown') =>
  adviceAboutMessage({ text, isFirst, transferState }, []);

test.each([
  'Se https://exempel.se/plats',
  'hxxp://exempel',
  'Gå in på WWW.EXEMPEL.SE',
  'skriv till min-sida.com, tack',
  'pay.exempel.shop/123',
])('a link in a first message gives advice: %s', (text) => {
  expect(aboutText(text)).toEqual(['link']);
  expect(aboutText(text, false)).toEqual([]);
});

test.each([
  'Hej.Se till att svara',
  'Jag har 10.5 km kvar',
  'Mejla anna@exempel.se',
  'Kl. 18.30, ok?',
  'Dvs. ja',
])('a text without a link gives none: %s', (text) => {
  expect(aboutText(text)).toEqual([]);
});

test.each([
  'Kan du SWISHA mig?',
  'betala i Förskott',
  'f\u00f6rsko\u0308tt'.replace('o\u0308', 'o'),
  'via Western  Union',
  'IBAN: SE12',
  's\u200bwish',
])('a payment word in a first message gives advice: %s', (text) => {
  expect(aboutText(text)).toEqual(['payment_word']);
  expect(aboutText(text, false)).toEqual([]);
});

test.each(['Swishigt värre', 'en klarnad himmel', 'westernunion', 'Jag kan betala'])(
  'only whole payment words count: %s',
  (text) => {
    expect(aboutText(text)).toEqual([]);
  },
);

test.each([
  ['not_open', ['early_payment']],
  ['open', []],
  ['closed', []],
  ['unknown', []],
  [null, []],
] as const)('talk about payment in any message while transfers are %s gives %j', (state, expected) => {
  expect(aboutText('När ska jag betala?', false, state)).toEqual([...expected]);
});

test.each([
  ['below half of the ordinary price from a new account', {}, ['low_price']],
  ['at exactly half', { price: 500 }, []],
  ['without an ordinary price', { ordinaryPrice: null }, []],
  ['from an account of 7 days', { ownerSince: '2027-02-22T08:00:00Z' }, []],
  ['from an account just below 7 days', { ownerSince: '2027-02-22T08:00:01Z' }, ['low_price']],
  ['in a wanted ad', { announcement_type: 'wanted' as const }, []],
] as const)('a price %s', (_, part, expected) => {
  const ad = {
    announcement_type: 'sale' as const,
    price: 499,
    ordinaryPrice: 1000,
    ownerSince: '2027-02-28T08:00:00Z',
    now: NOW,
    ...part,
  };
  expect(adviceAboutAd(ad, [])).toEqual([...expected]);
  expect(adviceAboutAd(ad, ['low_price'])).toEqual([]);
});

test('only the reader gets advice, on the first message of the other and in the order of the rules', () => {
  const messages = [
    { sender_id: 'anna', message_text: 'Swisha på www.exempel.se' },
    { sender_id: 'bo', message_text: 'Swisha på www.exempel.se' },
    { sender_id: 'bo', message_text: 'Swisha på www.exempel.se' },
  ];
  const adviceOf = (readerId: string, disabled: string[] = []) =>
    withAdvice(messages, { readerId, transferState: 'open', disabled }).map(({ advice }) => advice);
  expect(adviceOf('anna')).toEqual([[], ['link', 'payment_word'], []]);
  expect(adviceOf('bo')).toEqual([['link', 'payment_word'], [], []]);
  expect(adviceOf('anna', ['link'])).toEqual([[], ['payment_word'], []]);
  const early = withAdvice(messages, { readerId: 'bo', transferState: 'not_open', disabled: ['link'] });
  expect(early.map(({ advice }) => advice)).toEqual([['payment_word', 'early_payment'], [], []]);
});

const ticked = (key: TickedStep['key'], done_by = 'anna'): TickedStep => ({
  key,
  done_by,
  done_at: '2027-03-01T08:00:00Z',
  price: null,
});

const OPEN_AD = { isCompleted: false };

test('a deal has all steps in order', () => {
  const deal = dealOf([ticked('paid'), ticked('agreed', 'bo')], OPEN_AD);
  expect(deal.steps.map(({ key, done_by }) => [key, done_by])).toEqual([
    ['agreed', 'bo'],
    ['transfer_requested', null],
    ['organizer_confirmed', null],
    ['paid', 'anna'],
    ['done', null],
  ]);
});

test.each([
  ['an early payment', ['paid'], {}, 'Betala först när arrangören har bekräftat namnbytet.'],
  ['a confirmed transfer', ['paid', 'organizer_confirmed'], {}, null],
  ['a completed ad', ['paid'], { isCompleted: true }, null],
  ['a deal without a payment', ['agreed'], {}, null],
] as const)('the advice about %s', (_, keys, part, expected) => {
  const steps = keys.map((key) => ticked(key));
  expect(dealOf(steps, { ...OPEN_AD, ...part }).advice).toBe(expected);
});

test('only who ticked a step may untick it', () => {
  const steps = [ticked('agreed')];
  const errorOf = (memberId: string, done: boolean, key: TickedStep['key'] = 'agreed') =>
    stepError(steps, { key, done, memberId });
  expect(errorOf('bo', false)).toBe('conversation.step_not_own');
  expect([errorOf('anna', false), errorOf('bo', true), errorOf('bo', false, 'paid')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
