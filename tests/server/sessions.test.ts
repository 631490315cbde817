import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, accountTokens, sessions } from '#db/schema/index.ts';
import { sweepLinks } from '#src/features/accounts/links/service.ts';
import { endSessions, sweepSessions } from '#src/features/accounts/sessions/service.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import {
  ACCOUNTS,
  bearer,
  FORM,
  login,
  newMember,
  newResetToken,
  openAccountsApp,
  PASSWORD,
  queuedMails,
  START,
  sessionStatus,
  tokenOf,
  waitForLockWaits,
} from '#tests/support/accounts.ts';
import { callOver, newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'rest';

const LOGIN_FAILED = { detail: 'Felaktig e-post eller lösenord.', code: 'login.failed' };

const { advanceTo, app, now } = await openAccountsApp();

const updateAccount = (email: string, fields: Partial<typeof accounts.$inferInsert>) =>
  app.db.update(accounts).set(fields).where(eq(accounts.email, email));
const countSessions = async () => (await app.db.select().from(sessions)).length;

describe('logging in', () => {
  test('by e-mail or user name in any case returns a token and the account, and records the time', async () => {
    await newMember(app);
    advanceTo(DAY_MS);
    const tokens = new Set<string>();
    for (const name of [FORM.email, 'ANNA@Example.SE', 'anna.andersson', ' Anna.Andersson ']) {
      const { status, body, headers } = await login(app, name, PASSWORD, transport);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[\w-]{43}$/) as never,
        user: {
          id: expect.any(String) as never,
          email: FORM.email,
          username: 'anna.andersson',
          full_name: 'Anna Andersson',
          phone_number: FORM.phone_number,
          is_verified: true,
          created_at: START.toISOString(),
          last_login: now().toISOString(),
          match_alerts: true,
        },
      });
      tokens.add(body.access_token);
    }
    expect(tokens.size).toBe(4);
    for (const token of tokens) expect(await sessionStatus(app, token)).toBe(200);
  });

  test('returns the same 401 for a wrong password and for an unknown account', async () => {
    await newMember(app);
    for (const [name, password] of [
      [FORM.email, 'Loppet2028'],
      [FORM.email, ` ${PASSWORD}`],
      ['anna.andersson', PASSWORD.toLowerCase()],
      ['nobody@example.se', PASSWORD],
      ['nobody', PASSWORD],
      [`${'x'.repeat(250)}@example.se`, PASSWORD],
      [FORM.email, 'x'.repeat(1001)],
    ] as const) {
      const { status, body } = await login(app, name, password, transport);
      expect([status, body]).toEqual([401, LOGIN_FAILED as never]);
    }
    expect(await countSessions()).toBe(0);
  });

  test('accepts å as one character or as a with a combining ring', async () => {
    const [composed, decomposed] = ['Ålands2027', 'A\u030alands2027'];
    await newMember(app, { password: composed, confirm_password: composed });
    expect((await login(app, FORM.email, decomposed, transport)).status).toBe(200);
    expect((await login(app, FORM.email, 'Alands2027', transport)).status).toBe(401);
  });

  test('without name or password is rejected with "Vänligen fyll i alla fält"', async () => {
    for (const body of [
      {},
      { email: FORM.email },
      { password: PASSWORD },
      { email: ' ', password: PASSWORD },
      { email: FORM.email, password: '' },
    ]) {
      const response = await callOver(app, transport, ACCOUNTS.login, { body, headers: newCaller() });
      expect([response.status, response.body]).toEqual([
        400,
        { detail: 'Vänligen fyll i alla fält', code: 'account.required' },
      ]);
    }
  });

  test('reveals an unverified or suspended account only after the right password', async () => {
    await newMember(app);
    for (const [fields, code, expectedWord] of [
      [{ is_verified: false }, 'login.unverified', 'verify'],
      [{ is_verified: true, is_suspended: true }, 'login.suspended', 'suspended'],
      [{ is_verified: false, is_suspended: true }, 'login.suspended', 'suspended'],
    ] as const) {
      await updateAccount(FORM.email, fields);
      const rightResponse = await login(app, FORM.email, PASSWORD, transport);
      expect(rightResponse.status).toBe(401);
      expect(rightResponse.body).toEqual({ code, detail: expect.stringContaining(expectedWord) } as never);
      const wrongResponse = await login(app, FORM.email, 'Loppet2028', transport);
      expect([wrongResponse.status, wrongResponse.body]).toEqual([401, LOGIN_FAILED as never]);
    }
    expect(await countSessions()).toBe(0);
  });

  test('opens a session of its own: its logout ends no other session', async () => {
    const email = await newMember(app);
    const [firstToken, secondToken] = [await tokenOf(app, email), await tokenOf(app, email)];
    const { status, body } = await callOver(app, transport, ACCOUNTS.logout, {
      headers: bearer(firstToken),
    });
    expect([status, body]).toEqual([200, { message: 'Du har loggats ut' }]);
    expect([await sessionStatus(app, firstToken), await sessionStatus(app, secondToken)]).toEqual([401, 200]);
    expect((await callOver(app, transport, ACCOUNTS.logout, { headers: bearer(firstToken) })).status).toBe(
      401,
    );
  });
});

describe('a session', () => {
  test('is valid for 30 days and not longer', async () => {
    const token = await tokenOf(app, await newMember(app));
    advanceTo(30 * DAY_MS - 1);
    expect(await sessionStatus(app, token)).toBe(200);
    advanceTo(30 * DAY_MS);
    expect(await sessionStatus(app, token)).toBe(401);
  });

  test('is invalid while its account is suspended, and after the sessions of the account are ended', async () => {
    const email = await newMember(app);
    const token = await tokenOf(app, email);
    const otherToken = await tokenOf(app, await newMember(app, { email: 'bo@example.se' }));
    await updateAccount(email, { is_suspended: true });
    expect(await sessionStatus(app, token)).toBe(401);
    const [account] = await app.db.select().from(accounts).where(eq(accounts.email, email));
    await endSessions(app.db, account?.id ?? '');
    await updateAccount(email, { is_suspended: false });
    expect([await sessionStatus(app, token), await sessionStatus(app, otherToken)]).toEqual([401, 200]);
  });

  test('ends with its account, as do its links', async () => {
    const email = await newMember(app);
    const token = await tokenOf(app, email);
    await newResetToken(app, email);
    await app.db.delete(accounts).where(eq(accounts.email, email));
    expect(await sessionStatus(app, token)).toBe(401);
    expect(await countSessions()).toBe(0);
    expect(await app.db.select().from(accountTokens)).toEqual([]);
  });

  for (const [state, fields] of [
    ['suspended', { is_suspended: true }],
    ['given another password', { password_hash: 'another' }],
  ] as const) {
    test(`is not opened for an account that is ${state} during the login`, async () => {
      const email = await newMember(app);
      const gate = Promise.withResolvers<void>();
      const accountChanged = Promise.withResolvers<void>();
      const transaction = app.db.transaction(async (db) => {
        await db.update(accounts).set(fields).where(eq(accounts.email, email));
        accountChanged.resolve();
        await gate.promise;
        await db.delete(sessions);
      });
      await accountChanged.promise;
      const pendingLogin = login(app, email);
      await waitForLockWaits(app, 1);
      gate.resolve();
      await transaction;
      const { status, body } = await pendingLogin;
      expect([status, body]).toEqual([401, LOGIN_FAILED as never]);
      expect(await countSessions()).toBe(0);
    });
  }

  test('from a new address is reported to the member by mail, but not one from a known address', async () => {
    const email = await newMember(app);
    const countLoginMails = async () =>
      (await queuedMails(app)).filter(({ kind }) => kind === 'account.new_login').length;
    // The member verified the account from another address, which is known since then.
    const [home, elsewhere] = [newCaller(), newCaller()];
    const counts: number[] = [];
    for (const headers of [home, home, elsewhere, elsewhere, home, 'forget addresses', elsewhere] as const) {
      if (headers === 'forget addresses') {
        // As after a suspension or a month.
        await app.sql`delete from marketplace_login_addresses`;
        continue;
      }
      const { status } = await app.api('POST /marketplace/login', {
        headers,
        body: { email, password: PASSWORD },
      });
      expect(status).toBe(200);
      counts.push(await countLoginMails());
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3]);
  });

  test('is swept once it has expired, as are links', async () => {
    const email = await newMember(app);
    await tokenOf(app, email);
    await newResetToken(app, email);
    const sweepAndCount = async () => {
      await sweepSessions(app.context);
      await sweepLinks(app.context);
      return [await countSessions(), (await app.db.select().from(accountTokens)).length];
    };
    expect(await sweepAndCount()).toEqual([1, 2]);
    advanceTo(3_600_000);
    expect(await sweepAndCount()).toEqual([1, 1]);
    advanceTo(DAY_MS);
    expect(await sweepAndCount()).toEqual([1, 0]);
    advanceTo(30 * DAY_MS);
    expect(await sweepAndCount()).toEqual([0, 0]);
  });
});

describe('the limits per address', () => {
  const attempt = (email: string, password = 'Loppet2028', headers = newCaller()) =>
    callOver(app, 'rest', ACCOUNTS.login, { body: { email, password }, headers });
  const collectStatuses = async (calls: (() => Promise<{ status: number }>)[]) => {
    const results: number[] = [];
    for (const call of calls) results.push((await call()).status);
    return results;
  };
  const repeat = (count: number, call: () => Promise<{ status: number }>) => Array(count).fill(call);

  test('allow thirty logins a minute, for any account and with invalid bodies', async () => {
    const headers = newCaller();
    let callCount = 0;
    const invalidBodies = [{}, '{', { email: 'x' }, { email: `n${callCount}`, password: 'x' }];
    const call = () =>
      callOver(app, 'rest', ACCOUNTS.login, { body: invalidBodies[callCount++ % 4], headers });
    expect(
      (await collectStatuses(repeat(30, call))).every((status) => status === 400 || status === 401),
    ).toBe(true);
    expect((await attempt('anybody', 'x', headers)).status).toBe(429);
    expect((await attempt('anybody', 'x')).status).toBe(401);
  });

  for (const [name, operation, body] of [
    ['registrations', ACCOUNTS.register, FORM],
    ['forgotten passwords', ACCOUNTS.forgot, { email: FORM.email }],
    ['resent links', ACCOUNTS.resend, { email: FORM.email }],
  ] as const) {
    for (const transport of TRANSPORTS) {
      test(`allow ten ${name} an hour, failed validation included`, async () => {
        const headers = newCaller();
        const send = (sentBody: object) => callOver(app, transport, operation, { body: sentBody, headers });
        expect(await collectStatuses(repeat(8, () => send({})))).toEqual(Array(8).fill(400));
        expect(await collectStatuses(repeat(3, () => send(body)))).toEqual([200, 200, 429]);
      });
    }
  }
});
