import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { isEmail, LONG, optionalText, requiredText } from '#src/shared/fields.ts';

const BREAKS = ['\n', '\r\n', '\t', '\u0007', '\u007f', '\u0085', '\u2028', '\u2029', '\n\u2028\r'];

describe('a short text', () => {
  test('is one line: line breaks and control characters become spaces', () => {
    for (const character of BREAKS) {
      expect(v.parse(requiredText('account.required'), `${character}Anna${character}Ek${character}`)).toBe(
        'Anna Ek',
      );
      expect(v.parse(optionalText(), `08-1${character}2`)).toBe('08-1 2');
    }
  });

  test('with only control characters counts as missing', () => {
    for (const nothing of ['\u2028\n', '\u0007'])
      expect(v.safeParse(requiredText('account.required'), nothing).issues?.[0].message).toBe(
        'account.required',
      );
    expect(v.parse(optionalText(), '\u0007')).toBeNull();
  });

  test('has composed letters, however they were typed', () => {
    expect(v.parse(requiredText('account.required'), 'A\u030are')).toBe('Åre');
    expect(v.parse(optionalText(), 'O\u0308n')).toBe('Ön');
  });

  test('keeps all other characters', () => {
    for (const name of ['Åsa & "Ö"', 'Nguyễn Thị', '李 小龍', 'Ana\u00a0Ek', '👩‍👩‍👧 Ek'])
      expect(v.parse(requiredText('account.required'), name)).toBe(name);
  });
});

test('a long text keeps its line breaks but no control characters', () => {
  expect(v.parse(requiredText('message.empty', LONG), 'H\u0001ej\u009f')).toBe('Hej');
  expect(v.safeParse(requiredText('message.empty', LONG), '\u0001').success).toBe(false);
  expect(v.parse(requiredText('message.empty', LONG), ' Hej!\n\nHälsningar ')).toBe('Hej!\n\nHälsningar');
  expect(v.parse(optionalText(LONG), 'a\nb')).toBe('a\nb');
});

test('isEmail rejects characters that mail programs drop or replace', () => {
  for (const email of ['anna@example.se', 'anna.å+lopp@räksmörgås.se', 'o’hara@example.org'])
    expect([email, isEmail(email)]).toEqual([email, true]);
  const withInvisibleCharacters = [
    '\u0001anna@example.se',
    'anna\u007f@example.se',
    'a\u202enna@example.se',
    'an\u200bna@example.se',
  ];
  const domains = ['exa\u034fmple.se', 'exa\ufe01mple.se', 'ｅxample.se'];
  for (const email of [...withInvisibleCharacters, ...domains.map((domain) => `anna@${domain}`)])
    expect([email, isEmail(email)]).toEqual([email, false]);
});
