import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import * as v from 'valibot';
import {
  isStrongPassword,
  LoginInput,
  ProfileInput,
  RegisterInput,
} from '#src/features/accounts/contract.ts';
import { usernameOf } from '#src/features/accounts/rules.ts';

describe('usernameOf', () => {
  test.each([
    ['Anna Andersson', 'anna.andersson'],
    ['Åsa Öberg', 'asa.oberg'],
    ['Märta Ängström', 'marta.angstrom'],
    ['Karl-Johan von Essen', 'karl-johan.von.essen'],
    ['Madonna', 'madonna'],
    ['  Erik   Ek  ', 'erik.ek'],
    ['Zoë François Núñez', 'zoe.francois.nunez'],
    ['Søren Kjærgaard', 'soren.kjaergaard'],
    ['Łukasz Weiß', 'lukasz.weiss'],
    ["Sinéad O'Connor", 'sinead.oconnor'],
    ['J.R.R. Tolkien', 'j.r.r.tolkien'],
    ['Anna - Maria', 'anna.maria'],
    ['-Anna--Maria-', 'anna-maria'],
    ['Anna (arrangör) <b>', 'anna.arrangor.b'],
    ['Lag 7', 'lag.7'],
    ['A\u030asa O\u0308berg', 'asa.oberg'],
  ])('turns %p into %p', (name, username) => expect(usernameOf(name)).toBe(username));

  test.each(['山田太郎', 'Владимир', '123', '...', '🏃', '-'])(
    'turns %p into medlem, because it has no usable letter',
    (name) => expect(usernameOf(name)).toBe('medlem'),
  );

  test('returns at most 60 characters, only a to z, digits, inner dots and hyphens, and leaves its own output unchanged', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(name, (text) => {
        const username = usernameOf(text);
        expect(username).toMatch(/^[a-z0-9]+([.-][a-z0-9]+)*$/);
        expect(username).toMatch(/[a-z]/);
        expect(username.length).toBeLessThanOrEqual(60);
        expect(usernameOf(username)).toBe(username);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isStrongPassword', () => {
  test.each(['Loppet26', 'ÅäöÅäö12', 'Abc 1234', `Aa1${'x'.repeat(125)}`])('accepts %p', (password) =>
    expect(isStrongPassword(password)).toBe(true),
  );

  test.each([
    ['seven characters', 'Loppe26'],
    ['no capital', 'loppet26'],
    ['no small letter', 'LOPPET26'],
    ['no digit', 'Loppettt'],
    ['over 128 characters', `Aa1${'x'.repeat(126)}`],
    ['no characters', ''],
  ])('rejects a password with %s', (_, password) => expect(isStrongPassword(password)).toBe(false));

  test('counts an emoji as one character', () => {
    expect(isStrongPassword(`Aa1${'🏃'.repeat(4)}`)).toBe(false);
    expect(isStrongPassword(`Aa1${'🏃'.repeat(5)}`)).toBe(true);
    expect(isStrongPassword(`Aa1${'🏃'.repeat(125)}`)).toBe(true);
    expect(isStrongPassword(`Aa1${'🏃'.repeat(126)}`)).toBe(false);
  });

  test('accepts the required kinds of characters in any order, and rejects a password without one of them', () => {
    const parts = [
      fc.stringMatching(/^[a-zåäö]{1,30}$/),
      fc.stringMatching(/^[A-ZÅÄÖ]{1,30}$/),
      fc.stringMatching(/^[0-9]{6,30}$/),
    ] as const;
    const mixed = fc
      .tuple(...parts)
      .chain((texts) => fc.shuffledSubarray([...texts], { minLength: 3 }).map((order) => ({ texts, order })));
    fc.assert(
      fc.property(mixed, fc.nat(2), ({ texts, order }, missingIndex) => {
        expect(isStrongPassword(order.join(''))).toBe(true);
        const incomplete = texts.filter((_, index) => index !== missingIndex).join('!!!!!!!!');
        expect(isStrongPassword(incomplete)).toBe(false);
      }),
    );
  });
});

describe('the account forms', () => {
  const FORM = {
    email: ' Anna@Example.SE ',
    full_name: ' Anna Andersson ',
    phone_number: ' 070-1 ',
    password: ' Loppet26 ',
    confirm_password: ' Loppet26 ',
  };

  test('lower-case the e-mail at registration, trim texts and leave passwords unchanged', () => {
    expect(v.parse(RegisterInput, FORM)).toEqual({
      email: 'anna@example.se',
      full_name: 'Anna Andersson',
      phone_number: '070-1',
      password: ' Loppet26 ',
      confirm_password: ' Loppet26 ',
      website: null,
    });
    expect(v.parse(LoginInput, { email: ' Anna ', password: ' x ' })).toEqual({
      email: 'Anna',
      password: ' x ',
    });
  });

  test('report the first invalid field', () => {
    const firstErrorOf = (change: object) =>
      v.safeParse(RegisterInput, { ...FORM, ...change }).issues?.[0]?.message;
    expect(firstErrorOf({ email: '', password: 'x' })).toBe('account.required');
    expect(firstErrorOf({ password: 'x', confirm_password: 'y' })).toBe('password.weak');
    expect(firstErrorOf({ confirm_password: 'Loppet27' })).toBe('password.mismatch');
  });

  test('reject an e-mail domain with look-alike or invisible characters', () => {
    const isAccepted = (email: string) => v.safeParse(RegisterInput, { ...FORM, email }).success;
    for (const email of ['anna@åäö.se', 'anna@xn--4cab6c.se', 'anna@sub.Example.SE'])
      expect([email, isAccepted(email)]).toEqual([email, true]);
    for (const domain of ['exam\u00adple.se', 'exam\u200bple.se', 'ｅxample.se', 'example。se', 'ﬁrma.se'])
      expect([domain, isAccepted(`anna@${domain}`)]).toEqual([domain, false]);
  });

  test('accept words in a phone number, but no e-mail or web address', () => {
    const isAccepted = (phone_number: string) =>
      [RegisterInput, ProfileInput].map((schema) => v.safeParse(schema, { ...FORM, phone_number }).success);
    expect(isAccepted('+46 (0)70-123 45 67, kvällar')).toEqual([true, true]);
    for (const phone of ['https://ond.se/betala', 'anna@ond.se', 'ond.se'])
      expect(isAccepted(phone)).toEqual([false, false]);
  });

  test('reject a full name that contains an e-mail or web address', () => {
    const errorsOf = (full_name: string) =>
      [RegisterInput, ProfileInput].map((schema) => {
        const [issue] = v.safeParse(schema, { ...FORM, full_name }).issues ?? [];
        return issue && [issue.path?.[0]?.key, issue.message];
      });
    for (const name of ['http://ond.se', 'Se WWW.ond.se', 'anna@ond.se', 'Anna ＠ond', 'x：／／y'])
      expect(errorsOf(name)).toEqual(Array(2).fill(['full_name', 'account.name_address']));
    for (const name of ['Anna Andersson', 'J. R. Ek', 'Anna/Bo', 'Wwanna'])
      expect(errorsOf(name)).toEqual([undefined, undefined]);
  });
});
