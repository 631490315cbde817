import { expect, test } from 'bun:test';
import { quoteMessage } from '#src/platform/mail/quote-user-text.ts';

test('a mail quotes a short message whole and on one line', () => {
  expect(quoteMessage(' Hej!\n\nÄr platsen "kvar"? ')).toBe('”Hej! Är platsen ’kvar’?”');
});

test('a mail quotes at most 140 characters of a message, and ends after a word', () => {
  const quote = quoteMessage('ordet '.repeat(40));
  expect(quote).toBe(`”${'ordet '.repeat(23).trim()}…”`);
  expect(quoteMessage('å'.repeat(141))).toBe(`”${'å'.repeat(140)}…”`);
  expect(quoteMessage('å'.repeat(140))).toBe(`”${'å'.repeat(140)}”`);
});

test.each([
  'https://ond.se/x',
  'HTTPS:\\\\ond.se',
  'www.ond',
  'ond.se',
  'ond\u200b.se',
  'ond．se',
  '(ond.se/betala)',
  'anna@ond.se',
  't.co',
])('a mail leaves out %p in a quoted message, because mail programs would link it', (address) => {
  expect(quoteMessage(`Betala på ${address} nu`)).toBe('”Betala på [länk] nu”');
});
