import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts } from '#db/schema/index.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { isPassword } from '#src/platform/passwords/passwords.ts';
import { detailOf } from '#src/shared/errors.ts';
import { hashUsername, openAccountWorld, transport } from '#tests/support/account-world.ts';
import {
  ACCOUNTS,
  bearer,
  FORM,
  login,
  newMember,
  queuedMails,
  START,
  tokenOf,
} from '#tests/support/accounts.ts';
import { callOver, newCaller } from '#tests/support/transports.ts';

const { app, loadAccounts, register } = await openAccountWorld();

const THANKS = { message: 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.' };
describe('registration', () => {
  test('stores an unverified account and queues its verification mail', async () => {
    const { status, body } = await register({
      email: ' Anna@Example.SE ',
      full_name: ' Åsa Öberg ',
      is_verified: true,
    });
    expect([status, body]).toEqual([200, THANKS]);
    const [account, ...otherAccounts] = await loadAccounts();
    expect(otherAccounts).toEqual([]);
    expect(account).toMatchObject({
      email: 'anna@example.se',
      username: 'asa.oberg',
      full_name: 'Åsa Öberg',
      phone_number: '070-123 45 67',
      is_verified: false,
      is_suspended: false,
      created_at: START.toISOString(),
      last_login: null,
    });
    const user_id = account?.id ?? '';
    expect(await queuedMails(app)).toEqual([{ kind: 'account.verification', about: { user_id } }]);
  });

  for (const field of ['email', 'full_name', 'phone_number', 'password', 'confirm_password'] as const) {
    test(`without ${field} is rejected with "Vänligen fyll i alla fält"`, async () => {
      const errorBody = { detail: 'Vänligen fyll i alla fält', code: 'account.required' };
      for (const value of [undefined, '', null, 7]) {
        const { status, body } = await register({ [field]: value });
        expect([status, body]).toEqual([400, errorBody]);
      }
      expect(await loadAccounts()).toEqual([]);
    });
  }

  test('rejects other invalid fields with their own codes, and stores and mails nothing', async () => {
    const getRegistrationError = async (change: object) => {
      const { status, body } = await register(change);
      expect(status).toBe(400);
      return body;
    };
    expect(await getRegistrationError({ password: 'loppet2027', confirm_password: 'loppet2027' })).toEqual({
      detail: 'Lösenordet uppfyller inte kraven',
      code: 'password.weak',
    });
    expect(await getRegistrationError({ confirm_password: 'Loppet2028' })).toEqual({
      detail: 'Lösenorden matchar inte',
      code: 'password.mismatch',
    });
    const longPassword = `Aa1${'x'.repeat(126)}`;
    expect(
      await getRegistrationError({ password: longPassword, confirm_password: longPassword }),
    ).toMatchObject({
      code: 'password.weak',
    });
    expect(await getRegistrationError({ email: 'anna@' })).toMatchObject({ code: 'request.email' });
    expect(await getRegistrationError({ full_name: 'x'.repeat(201) })).toMatchObject({
      code: 'request.too_long',
    });
    expect(await getRegistrationError({ phone_number: '1'.repeat(51) })).toMatchObject({
      code: 'request.too_long',
    });
    expect(await getRegistrationError({ full_name: 'A\0' })).toMatchObject({ code: 'request.malformed' });
    expect([await loadAccounts(), await queuedMails(app)]).toEqual([[], []]);
  });

  test('rejects names with addresses, invisible characters or reserved words, and stores nothing', async () => {
    for (const [full_name, code] of [
      ['Vinn! https://ond.se', 'account.name_address'],
      ['anna@ond.se', 'account.name_address'],
      ['Ring 070-123 45 67', 'account.name_phone'],
      ['Anna\r\nBcc:\u2028Ek', 'account.name_characters'],
      ['Anna\u202eEk', 'account.name_characters'],
      ['Аnna Ek', 'account.name_scripts'],
      ['Adm1n', 'account.name_reserved'],
      [app.context.config.siteName, 'account.name_reserved'],
    ] as const) {
      const { status, body } = await register({ full_name });
      expect([status, body]).toEqual([400, { detail: detailOf(code), code }]);
    }
    expect([await loadAccounts(), await queuedMails(app)]).toEqual([[], []]);
  });

  test('rejects the configured name of the site', async () => {
    const { config } = app.context;
    app.context.config = { ...config, siteName: 'Springtime' };
    try {
      const { status, body } = await register({ full_name: 'Spr1ng Time' });
      expect([status, body]).toMatchObject([400, { code: 'account.name_reserved' }]);
      const token = await tokenOf(app, await newMember(app));
      const edit = await callOver(app, transport, ACCOUNTS.updateProfile, {
        body: { full_name: 'Springtime', phone_number: '1' },
        headers: bearer(token),
      });
      expect([edit.status, edit.body]).toMatchObject([400, { code: 'account.name_reserved' }]);
    } finally {
      app.context.config = config;
    }
  });

  test('rejects a common password in upper and lower case', async () => {
    for (const password of ['Password1', 'pAssword1', 'Qwerty123', 'Ｐassword1']) {
      const { status, body } = await register({ password, confirm_password: password });
      expect([status, body]).toEqual([
        400,
        { detail: 'Lösenordet är ett av de vanligaste. Välj ett annat.', code: 'password.common' },
      ]);
    }
    expect([await loadAccounts(), await queuedMails(app)]).toEqual([[], []]);
  });

  test('with the honeypot field filled in returns success, and stores and mails nothing', async () => {
    const { status, body } = await register({ website: 'https://spam.example' });
    expect([status, body]).toEqual([200, THANKS]);
    expect([await loadAccounts(), await queuedMails(app)]).toEqual([[], []]);
  });

  test('for the address of a verified account returns success, adds only the hash of the first password sent, and mails the owner', async () => {
    await newMember(app);
    const [accountBefore] = await loadAccounts();
    const email = 'ANNA@example.se';
    const secondRegistration = await register({
      email,
      full_name: 'Någon Annan',
      password: 'Annat2027',
      confirm_password: 'Annat2027',
    });
    expect([secondRegistration.status, secondRegistration.body]).toEqual([200, THANKS]);
    const [accountAfter] = await loadAccounts();
    const stranger_password_hash = accountAfter?.stranger_password_hash ?? undefined;
    expect(await isPassword(stranger_password_hash, 'Annat2027')).toBe(true);
    await register({ email, password: 'Tredje2027', confirm_password: 'Tredje2027' });
    expect(await loadAccounts()).toEqual([{ ...accountBefore, stranger_password_hash } as never]);
    expect(await queuedMails(app)).toEqual([
      { kind: 'account.verification', about: { user_id: accountBefore?.id ?? '' } },
      { kind: 'account.exists', about: { email: 'anna@example.se' } },
      { kind: 'account.exists', about: { email: 'anna@example.se' } },
    ]);
  });

  test('treats both spellings of a domain as one address', async () => {
    await register({ email: 'ulf@malmö.se' });
    await register({ email: 'ulf@xn--malm-8qa.se' });
    expect((await loadAccounts()).map(({ email }) => email)).toEqual(['ulf@xn--malm-8qa.se']);
    for (const email of ['Ulf@Malmö.se', 'ulf@xn--malm-8qa.se'])
      expect((await login(app, email)).body).toMatchObject({ code: 'login.unverified' });
  });

  test('reserves its user name whether or not the address has an account, so that later names reveal nothing', async () => {
    await register();
    for (const [email, full_name] of [
      [FORM.email, 'Qwxz Tva'],
      ['nobody@example.se', 'Qwxz Tre'],
    ]) {
      await register({ email, full_name });
      await register({ email: `prober-${email}`, full_name });
    }
    const names = (await loadAccounts()).map(({ email, username }) => [email, username]);
    expect(names).toEqual([
      [FORM.email, 'anna.andersson'],
      [`prober-${FORM.email}`, 'qwxz.tva2'],
      ['nobody@example.se', 'qwxz.tre'],
      ['prober-nobody@example.se', 'qwxz.tre2'],
    ]);
  });

  test('adds no user name to an existing account', async () => {
    const token = await tokenOf(app, await newMember(app));
    await register({ full_name: 'Något Fult' });
    const names =
      await app.sql`select username, user_id from marketplace_usernames order by username collate "C"`;
    const [account] = await loadAccounts();
    expect([...names]).toEqual([
      { username: hashUsername('nagot.fult'), user_id: null },
      { username: 'anna.andersson', user_id: account?.id },
    ]);
    const { body } = await app.api<MyData>('GET /marketplace/my-data', { headers: bearer(token) });
    expect(body.usernames).toEqual(['anna.andersson']);
    expect(JSON.stringify(body)).not.toContain('fult');
  });

  test('numbers equal names, and reuses a number that was freed', async () => {
    const loadUsernames = async () => (await loadAccounts()).map(({ username }) => username);
    for (const email of ['a@example.se', 'b@example.se', 'c@example.se']) await register({ email });
    expect(await loadUsernames()).toEqual(['anna.andersson', 'anna.andersson2', 'anna.andersson3']);
    await app.db.delete(accounts).where(eq(accounts.username, 'anna.andersson2'));
    await register({ email: 'd@example.se' });
    expect(await loadUsernames()).toEqual(['anna.andersson', 'anna.andersson3', 'anna.andersson2']);
  });
});

describe('concurrent registrations', () => {
  const register = (change: object) =>
    callOver(app, 'rest', ACCOUNTS.register, { body: { ...FORM, ...change }, headers: newCaller() });

  test('of one address create one account, and all return 200', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => register({ full_name: `Anna ${'abcdefghijklmnopqrst'[i]}` })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await loadAccounts()).toHaveLength(1);
    const kinds = (await queuedMails(app)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'account.verification')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'account.exists')).toHaveLength(19);
  });

  test('of one name create thirty accounts, numbered without a gap', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => register({ email: `anna${i}@example.se` })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const names = (await loadAccounts()).map(({ username }) => username);
    const expectedNames = Array.from({ length: 30 }, (_, i) => `anna.andersson${i === 0 ? '' : i + 1}`);
    expect(names.toSorted()).toEqual(expectedNames.toSorted());
  });
});
