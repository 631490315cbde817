import { describe, expect, test } from 'bun:test';
import { issueResetLink, issueVerificationLink } from '#src/features/accounts/links/service.ts';
import { findMailedAccount } from '#src/features/accounts/service.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { hashUsername, openAccountWorld, transport } from '#tests/support/account-world.ts';
import {
  ACCOUNTS,
  bearer,
  FORM,
  followLink,
  login,
  newMember,
  newResetToken,
  newVerificationToken,
  PASSWORD,
  queuedMails,
  START,
  tokenOf,
} from '#tests/support/accounts.ts';
import { callOver, newCaller } from '#tests/support/transports.ts';

const { advanceTo, app, loadAccounts, register } = await openAccountWorld();

const HOUR_MS = 3_600_000;

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
