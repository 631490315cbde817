import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts } from '#db/schema/index.ts';
import { issueVerificationLink } from '#src/features/accounts/links/service.ts';
import {
  ACCOUNTS,
  FORM,
  followLink,
  login,
  newMember,
  newResetToken,
  newVerificationToken,
  openAccountsApp,
  PASSWORD,
  queuedMails,
  sessionStatus,
  tokenOf,
  waitForLockWaits,
} from '#tests/support/accounts.ts';
import { callOver, newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'trpc';

const HOUR_MS = 3_600_000;
const LINK_SENT = { message: 'Återställningslänk skickad! Kolla din e-post.' };
const RESET_DONE = { message: 'Lösenordet har återställts! Du kan nu logga in.' };
const INVALID_LINK = { detail: 'Ogiltig eller utgången återställningslänk', code: 'reset.invalid' };
const NEW_PASSWORD = 'Skidor2027';

const { advanceTo, app } = await openAccountsApp();

const resetPassword = async (transport: Transport, token: string, new_password?: string) => {
  const { status, body } = await followLink(app, transport, 'reset', token, { new_password });
  return [status, body] as const;
};

describe('a forgotten password', () => {
  test('returns the same response for every well-formed address, and no account is looked up before the mail is sent', async () => {
    await newMember(app);
    const mailCountBefore = (await queuedMails(app)).length;
    for (const email of ['Anna@Example.se', 'nobody@example.se']) {
      const response = await callOver(app, transport, ACCOUNTS.forgot, {
        body: { email },
        headers: newCaller(),
      });
      expect([response.status, response.body]).toEqual([200, LINK_SENT]);
    }
    expect((await queuedMails(app)).slice(mailCountBefore)).toEqual([
      { kind: 'account.reset', about: { email: 'anna@example.se' } },
      { kind: 'account.reset', about: { email: 'nobody@example.se' } },
    ]);
  });

  test('returns 400 and queues no mail without a valid address', async () => {
    for (const [email, code] of [
      [undefined, 'forgot.email'],
      ['', 'forgot.email'],
      ['anna@', 'request.email'],
      ['anna@example.se, bo@example.se', 'request.email'],
    ]) {
      const { status, body } = await callOver(app, transport, ACCOUNTS.forgot, {
        body: { email },
        headers: newCaller(),
      });
      expect([status, body]).toMatchObject([400, { code }]);
    }
    expect(await queuedMails(app)).toEqual([]);
  });
});

describe('a reset link', () => {
  test('sets another password once, and ends all sessions and all other links of the account', async () => {
    const email = await newMember(app);
    const boEmail = await newMember(app, { email: 'bo@example.se', full_name: 'Bo Ek' });
    const firstSession = await tokenOf(app, email);
    const secondSession = await tokenOf(app, email);
    const boSession = await tokenOf(app, boEmail);
    const [link, otherLink, boLink] = [
      await newResetToken(app, email),
      await newResetToken(app, email),
      await newResetToken(app, boEmail),
    ];
    expect(await resetPassword(transport, link, NEW_PASSWORD)).toEqual([200, RESET_DONE]);
    expect([
      await sessionStatus(app, firstSession),
      await sessionStatus(app, secondSession),
      await sessionStatus(app, boSession),
    ]).toEqual([401, 401, 200]);
    expect((await login(app, email, PASSWORD)).body).toMatchObject({ code: 'login.failed' });
    expect((await login(app, email, NEW_PASSWORD)).status).toBe(200);
    expect(await resetPassword(transport, link, PASSWORD)).toEqual([400, INVALID_LINK]);
    expect(await resetPassword(transport, otherLink, PASSWORD)).toEqual([400, INVALID_LINK]);
    expect((await login(app, email, NEW_PASSWORD)).status).toBe(200);
    expect(await resetPassword(transport, boLink, NEW_PASSWORD)).toEqual([200, RESET_DONE]);
  });

  test('is not used up by a weak password', async () => {
    const email = await newMember(app);
    const session = await tokenOf(app, email);
    const link = await newResetToken(app, email);
    for (const weak of ['Kort1', 'skidor2027', 'SKIDOR2027', 'Skidorrr', `Aa1${'x'.repeat(126)}`]) {
      expect(await resetPassword(transport, link, weak)).toEqual([
        400,
        { detail: 'Lösenordet uppfyller inte kraven', code: 'password.weak' },
      ]);
    }
    for (const emptyPassword of ['', undefined]) {
      expect(await resetPassword(transport, link, emptyPassword)).toEqual([
        400,
        { detail: 'Fyll i alla fält', code: 'reset.required' },
      ]);
    }
    expect(await sessionStatus(app, session)).toBe(200);
    expect(await resetPassword(transport, link, NEW_PASSWORD)).toEqual([200, RESET_DONE]);
  });

  test('is not used up by a common password, and returns an error of its own for it', async () => {
    const link = await newResetToken(app, await newMember(app));
    for (const common of ['Password1', 'Abcd1234']) {
      expect(await resetPassword(transport, link, common)).toEqual([
        400,
        { detail: 'Lösenordet är ett av de vanligaste. Välj ett annat.', code: 'password.common' },
      ]);
    }
    expect(await resetPassword(transport, link, NEW_PASSWORD)).toEqual([200, RESET_DONE]);
  });

  test('is rejected after an hour, even with a weak password, as are other tokens', async () => {
    const email = await newMember(app);
    await callOver(app, 'rest', ACCOUNTS.register, {
      body: { ...FORM, email: 'new@example.se' },
      headers: newCaller(),
    });
    const link = await newResetToken(app, email);
    for (const invalidToken of [
      'x',
      await newVerificationToken(app, 'new@example.se'),
      await tokenOf(app, email),
      'x'.repeat(201),
    ]) {
      expect(await resetPassword(transport, invalidToken, NEW_PASSWORD)).toEqual([400, INVALID_LINK]);
    }
    advanceTo(HOUR_MS);
    expect(await resetPassword(transport, link, NEW_PASSWORD)).toEqual([400, INVALID_LINK]);
    expect(await resetPassword(transport, link, 'weak')).toEqual([400, INVALID_LINK]);
    advanceTo(HOUR_MS - 1);
    expect(await resetPassword(transport, link, NEW_PASSWORD)).toEqual([200, RESET_DONE]);
  });
});

const register = (change: object) =>
  callOver(app, transport, ACCOUNTS.register, { body: { ...FORM, ...change }, headers: newCaller() });
const OWNER_PASSWORD = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };

describe('an address that a stranger registered first', () => {
  test('is verified by a reset, but by no verification link, once its owner registers it too', async () => {
    await register({});
    const earlyLink = await newVerificationToken(app, FORM.email);
    await register(OWNER_PASSWORD);
    expect((await followLink(app, transport, 'verify', earlyLink)).body).toMatchObject({
      code: 'verification.invalid',
    });
    expect(await issueVerificationLink(app.context, { email: FORM.email })).toBeUndefined();
    expect((await login(app, FORM.email)).body).toMatchObject({ code: 'login.unverified' });
    expect(await resetPassword(transport, await newResetToken(app, FORM.email), NEW_PASSWORD)).toEqual([
      200,
      RESET_DONE,
    ]);
    expect((await login(app, FORM.email, NEW_PASSWORD)).status).toBe(200);
    expect((await login(app, FORM.email)).body).toMatchObject({ code: 'login.failed' });
  });

  test('stays verified when it is registered again after its owner has verified it', async () => {
    await register({});
    const link = await newVerificationToken(app, FORM.email);
    await followLink(app, transport, 'verify', link);
    await register(OWNER_PASSWORD);
    expect((await followLink(app, transport, 'verify', link)).status).toBe(200);
    expect((await login(app, FORM.email)).status).toBe(200);
  });
});

test('a reset verifies an address without its verification link', async () => {
  await register({});
  expect(await resetPassword(transport, await newResetToken(app, FORM.email), NEW_PASSWORD)).toEqual([
    200,
    RESET_DONE,
  ]);
  expect((await login(app, FORM.email, NEW_PASSWORD)).body.user).toMatchObject({ is_verified: true });
});

test('REST takes the e-mail and the new password from the query', async () => {
  const email = await newMember(app);
  const mailCountBefore = (await queuedMails(app)).length;
  const forgotResponse = await app.api('POST /marketplace/forgot-password?email=anna%40example.se', {
    headers: newCaller(),
  });
  expect([forgotResponse.status, forgotResponse.body]).toEqual([200, LINK_SENT]);
  expect(await queuedMails(app)).toHaveLength(mailCountBefore + 1);
  const link = await newResetToken(app, email);
  const specialPassword = 'Skidor 27+å&=%';
  const resetResponse = await app.api(
    `POST /marketplace/reset-password/${link}?new_password=${encodeURIComponent(specialPassword)}`,
  );
  expect([resetResponse.status, resetResponse.body]).toEqual([200, RESET_DONE]);
  expect((await login(app, email, specialPassword)).status).toBe(200);
});

test('of twenty concurrent uses of one link exactly one succeeds, and its password is valid', async () => {
  const email = await newMember(app);
  const link = await newResetToken(app, email);
  const passwords = Array.from({ length: 20 }, (_, i) => `Skidor20${i}`);
  const responses = await Promise.all(
    passwords.map((new_password) => followLink(app, 'rest', 'reset', link, { new_password })),
  );
  const acceptedPasswords = responses.flatMap(({ status }, i) =>
    status === 200 ? [passwords[i] ?? ''] : [],
  );
  expect(acceptedPasswords).toHaveLength(1);
  expect(responses.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual(
    Array(19).fill(INVALID_LINK),
  );
  expect((await login(app, email, acceptedPasswords[0])).status).toBe(200);
  const rejectedPassword = passwords.find((password) => password !== acceptedPasswords[0]);
  expect((await login(app, email, rejectedPassword)).status).toBe(401);
});

test('of two concurrent uses of two links of one account one succeeds and one fails, without a deadlock', async () => {
  const email = await newMember(app);
  const links = [await newResetToken(app, email), await newResetToken(app, email)];
  const gate = Promise.withResolvers<void>();
  const transaction = app.db.transaction(async (db) => {
    await db.select().from(accounts).where(eq(accounts.email, email)).for('update');
    await gate.promise;
  });
  const uses = Promise.all(
    links.map((link) => followLink(app, 'rest', 'reset', link, { new_password: NEW_PASSWORD })),
  );
  await waitForLockWaits(app, 2);
  gate.resolve();
  await transaction;
  const responses = await uses;
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(responses.map(({ body }) => body)).toContainEqual(INVALID_LINK);
});

test('the link of a deleted account is rejected', async () => {
  const link = await newResetToken(app, await newMember(app));
  await app.db.delete(accounts);
  const { status, body } = await followLink(app, 'rest', 'reset', link, { new_password: NEW_PASSWORD });
  expect([status, body]).toEqual([400, INVALID_LINK]);
});
