import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts } from '#db/schema/index.ts';
import { issueResetLink, issueVerificationLink } from '#src/features/accounts/links/service.ts';
import { findMailedAccount } from '#src/features/accounts/service.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { isPassword } from '#src/platform/passwords/passwords.ts';
import { detailOf } from '#src/shared/errors.ts';
import {
  ACCOUNTS,
  bearer,
  FORM,
  followLink,
  login,
  newMember,
  newResetToken,
  newVerificationToken,
  openAccountsApp,
  PASSWORD,
  queuedMails,
  START,
  tokenOf,
} from '#tests/support/accounts.ts';
import { callOver, newCaller } from '#tests/support/transports.ts';

const transport = 'rest';

const THANKS = { message: 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.' };
const HOUR_MS = 3_600_000;

const { advanceTo, app } = await openAccountsApp();

const hashUsername = (name: string) => `#${new Bun.CryptoHasher('sha256').update(name).digest('hex')}`;
const loadAccounts = () => app.context.database.db.select().from(accounts).orderBy(accounts.id);

const register = (change: object = {}) =>
  callOver(app, transport, ACCOUNTS.register, { body: { ...FORM, ...change }, headers: newCaller() });

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
      { kind: 'account.verified', about: { user_id: accountBefore?.id ?? '' } },
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
    await app.context.database.db.delete(accounts).where(eq(accounts.username, 'anna.andersson2'));
    await register({ email: 'd@example.se' });
    expect(await loadUsernames()).toEqual(['anna.andersson', 'anna.andersson3', 'anna.andersson2']);
  });
});

describe('verification', () => {
  const INVALID_LINK = {
    detail: 'Verifieringslänken är ogiltig eller har gått ut.',
    code: 'verification.invalid',
  };

  test('succeeds, also when the link is used again', async () => {
    await register();
    expect((await login(app, FORM.email)).body).toMatchObject({ code: 'login.unverified' });
    const token = await newVerificationToken(app, FORM.email);
    for (const _ of [1, 2]) {
      const { status, body } = await followLink(app, transport, 'verify', token);
      expect([status, body]).toEqual([
        200,
        { message: 'Din e-post är verifierad. Du kan nu logga in.' } as never,
      ]);
    }
    expect((await login(app, FORM.email)).status).toBe(200);
  });

  test('is recorded in my-data: the time of the first use of each link, or null', async () => {
    await register();
    const [usedToken, unusedToken] = [
      await newVerificationToken(app, FORM.email),
      await newVerificationToken(app, FORM.email),
    ];
    expect(usedToken).not.toBe(unusedToken);
    await newResetToken(app, FORM.email);
    advanceTo(HOUR_MS / 2);
    await followLink(app, transport, 'verify', usedToken);
    advanceTo(HOUR_MS / 2 + 60_000);
    await followLink(app, transport, 'verify', usedToken);
    const { body } = await login(app, FORM.email);
    const { links } = (
      await app.api<MyData>('GET /marketplace/my-data', { headers: bearer(body.access_token) })
    ).body;
    const firstUsedAt = new Date(START.getTime() + HOUR_MS / 2).toISOString();
    expect(links.map(({ purpose, used_at }) => `${purpose} ${used_at}`).sort()).toEqual([
      'reset null',
      `verification ${firstUsedAt}`,
      'verification null',
    ]);
  });

  test('rejects a link that is 24 hours old, unknown, too long or for another purpose', async () => {
    await register();
    const token = await newVerificationToken(app, FORM.email);
    const resetToken = await newResetToken(app, FORM.email);
    for (const invalidToken of ['x', token.slice(1), resetToken, `${token}=`, 'x'.repeat(201)]) {
      const { status, body } = await followLink(app, transport, 'verify', invalidToken);
      expect([status, body]).toEqual([400, INVALID_LINK]);
    }
    advanceTo(24 * HOUR_MS);
    expect((await followLink(app, transport, 'verify', token)).body).toEqual(INVALID_LINK);
    expect(await loadAccounts()).toMatchObject([{ is_verified: false }]);
    advanceTo(24 * HOUR_MS - 1);
    expect((await followLink(app, transport, 'verify', token)).status).toBe(200);
  });

  test('can be requested again: the response is the same for every address, and no account is looked up before the mail is sent', async () => {
    await register();
    const responses = [];
    for (const email of ['Anna@Example.se', 'nobody@example.se']) {
      const { status, body } = await callOver(app, transport, ACCOUNTS.resend, {
        body: { email },
        headers: newCaller(),
      });
      expect(status).toBe(200);
      responses.push(body);
    }
    expect(responses[0]).toEqual(responses[1]);
    expect((await queuedMails(app)).slice(1)).toEqual([
      { kind: 'account.resend', about: { email: 'anna@example.se' } },
      { kind: 'account.resend', about: { email: 'nobody@example.se' } },
    ]);
  });
});

describe('the profile', () => {
  test('shows all fields except secrets, at both its paths', async () => {
    const token = await tokenOf(app, await newMember(app));
    for (const operation of [ACCOUNTS.me, ACCOUNTS.profile]) {
      const { status, body } = await callOver(app, transport, operation, { headers: bearer(token) });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(String),
        email: FORM.email,
        username: 'anna.andersson',
        full_name: 'Anna Andersson',
        phone_number: '070-123 45 67',
        is_verified: true,
        created_at: START.toISOString(),
        last_login: START.toISOString(),
        match_alerts: true,
      });
    }
  });

  test('changes the trimmed name and phone of the caller, and nothing else', async () => {
    const otherEmail = await newMember(app, { email: 'bo@example.se', full_name: 'Bo Ek' });
    const token = await tokenOf(app, await newMember(app));
    const update = (body: object) =>
      callOver(app, transport, ACCOUNTS.updateProfile, { body, headers: bearer(token) });
    const { status, body } = await update({
      full_name: ' Anna Berg ',
      phone_number: ' 08-1 ',
      email: 'new@example.se',
      username: 'chef',
      is_suspended: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      full_name: 'Anna Berg',
      phone_number: '08-1',
      email: FORM.email,
      username: 'anna.andersson',
    });
    expect(await findMailedAccount(app.context, { email: otherEmail })).toMatchObject({
      full_name: 'Bo Ek',
    });
    for (const [phone_number, stored] of [
      [' ', null],
      ['08-2', '08-2'],
      [null, null],
      ['08-2', '08-2'],
    ])
      expect((await update({ full_name: 'Anna', phone_number })).body).toMatchObject({
        phone_number: stored,
      });
    for (const [match_alerts, stored] of [
      [false, false],
      [undefined, false],
      [true, true],
    ])
      expect((await update({ match_alerts })).body).toMatchObject({
        full_name: 'Anna',
        phone_number: '08-2',
        match_alerts: stored,
      });
    expect((await update({ full_name: 'Anna www.ond.se', phone_number: '1' })).body).toMatchObject({
      code: 'account.name_address',
    });
    for (const full_name of ['  ', '']) {
      const response = await update({ full_name, phone_number: '1' });
      expect([response.status, response.body]).toEqual([
        400,
        { detail: 'Namn måste anges', code: 'account.name' },
      ]);
    }
    expect((await callOver(app, transport, ACCOUNTS.me, { headers: bearer(token) })).body).toMatchObject({
      full_name: 'Anna',
    });
  });

  test('returns 401 without a valid token', async () => {
    for (const operation of [ACCOUNTS.me, ACCOUNTS.profile, ACCOUNTS.updateProfile, ACCOUNTS.logout]) {
      for (const headers of [{}, bearer('x'), { authorization: 'Basic x' }]) {
        const { status, body } = await callOver(app, transport, operation, { headers });
        expect([status, body]).toEqual([
          401,
          { detail: 'Du måste vara inloggad', code: 'request.unauthorized' },
        ]);
      }
    }
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

describe('the data of a mail', () => {
  test('is the account with a token, but undefined without an account and for a verification link of a verified account', async () => {
    expect(await issueVerificationLink(app.context, { email: FORM.email })).toBeUndefined();
    expect(await issueResetLink(app.context, FORM.email)).toBeUndefined();
    expect(await findMailedAccount(app.context, { email: FORM.email })).toBeUndefined();
    await callOver(app, 'rest', ACCOUNTS.register, { body: FORM, headers: newCaller() });
    const [account] = await loadAccounts();
    const names = { email: FORM.email, full_name: 'Anna Andersson', username: 'anna.andersson' };
    const mailedAccount = { ...names, is_verified: false };
    const token = expect.stringMatching(/^[\w-]{43}$/);
    expect(await issueVerificationLink(app.context, { user_id: account?.id ?? '' })).toEqual({
      ...mailedAccount,
      token,
    });
    expect(await issueResetLink(app.context, FORM.email)).toEqual({ ...mailedAccount, token });
    expect(await findMailedAccount(app.context, { email: FORM.email })).toEqual(mailedAccount);
    await followLink(app, 'rest', 'verify', await newVerificationToken(app, FORM.email));
    expect(await issueVerificationLink(app.context, { email: FORM.email })).toBeUndefined();
    expect(await issueVerificationLink(app.context, { user_id: account?.id ?? '' })).toBeUndefined();
    expect(await findMailedAccount(app.context, { email: FORM.email })).toEqual({
      ...names,
      is_verified: true,
    });
  });
});

test('the migration detaches user names that other registrations left on accounts', async () => {
  await newMember(app);
  const [account] = await loadAccounts();
  await app.sql`insert into marketplace_usernames (username, user_id) values ('nagot.fult', ${account?.id ?? ''})`;
  const migration = await Bun.file('db/migrations/0009_hardening.sql').text();
  const statements = migration
    .split('--> statement-breakpoint')
    .filter((sql) => sql.includes('marketplace_usernames'));
  expect(statements).toHaveLength(1);
  await app.sql.unsafe(statements[0] ?? '');
  const names =
    await app.sql`select username, user_id from marketplace_usernames order by username collate "C"`;
  expect([...names]).toEqual([
    { username: hashUsername('nagot.fult'), user_id: null },
    { username: 'anna.andersson', user_id: account?.id },
  ]);
  // The name is still taken.
  await newMember(app, { email: 'other@example.se', full_name: 'Något Fult' });
  expect((await loadAccounts()).at(-1)?.username).toBe('nagot.fult2');
});

describe('the database', () => {
  test('stores each password as salted argon2id with at least 19 MiB and 2 passes', async () => {
    await newMember(app);
    await newMember(app, { email: 'bo@example.se' });
    const hashes = (await loadAccounts()).map(({ password_hash }) => password_hash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) {
      const [, memory, passes] =
        /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$[\w+/]{22}\$[\w+/]{43}$/.exec(hash) ?? [];
      expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
      expect(Number(passes)).toBeGreaterThanOrEqual(2);
    }
  });

  test('contains no password and no token in any table', async () => {
    await newMember(app);
    await login(app, PASSWORD, 'x'); // A password typed into the e-mail field.
    const secrets = [
      PASSWORD,
      await tokenOf(app, FORM.email),
      await newResetToken(app, FORM.email),
      (await issueResetLink(app.context, FORM.email))?.token ?? '',
    ];
    const tables = await app.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`;
    let text = '';
    for (const { name } of tables) {
      for (const row of await app.sql`select t::text as row from ${app.sql(name)} t`) text += `${row.row}\n`;
    }
    expect(text).toContain(FORM.email);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8);
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });
});
