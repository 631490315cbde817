// That admin operations reject everyone but admins is tested in proofs/who-may-do-what.
import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { adminSessions, admins } from '#db/schema/index.ts';
import { ensureAdmin } from '#src/features/admins/service.ts';
import { sweepAdminSessions } from '#src/features/admins/sessions/service.ts';
import { hashPassword, isPassword } from '#src/platform/passwords/passwords.ts';
import { fileOperations } from '#src/router.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { ADMIN_PASSWORD as PASSWORD } from '#tests/support/admin-actions.ts';
import { bearer, openAdminWorld, START } from '#tests/support/admin-world.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { newCaller, TRANSPORTS, type Transport } from '#tests/support/transports.ts';

const transport = 'trpc';

const HOUR_MS = 3_600_000;

const world = await openAdminWorld();
const { app, db, advance, addAdmin, logIn } = world;
afterAll(() => app.stop());
beforeEach(world.reset);

const fetchSession = (transport: Transport, token: string) => world.fetchSession(transport, bearer(token));

test('a session that ends while its file is uploaded can no longer change anything', async () => {
  const uploadOperations = fileOperations.filter(({ accepts }) => accepts);
  expect(uploadOperations.length).toBe(3);
  for (const { name, rest } of uploadOperations) {
    const admin = await addAdmin(`vera-${name}`);
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const row = 'event_date,event_name,distances,sport_type\n2099-05-01,Sent lopp,10 km,Löpning\n';
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(head));
        // The upload is in progress when the session ends.
        await Bun.sleep(150);
        await app.api('POST /admin/logout', { headers: admin.headers });
        controller.enqueue(new TextEncoder().encode(`${row}\r\n--x--\r\n`));
        controller.close();
      },
    });
    const response = await fetch(`${app.url}/api${rest.split(' ')[1]}`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });
    const { code } = (await response.json()) as { code: string };
    expect([name, response.status, code]).toEqual([name, 401, 'request.unauthorized']);
  }
  expect(await app.sql`select from events where event_name = 'Sent lopp'`).toHaveLength(0);
});

describe('the admin login', () => {
  test('returns a token of the admin for the user name in any case and the right password', async () => {
    const admin = await addAdmin();
    const { status, body } = await logIn(transport, ' VERA ');
    expect([status, Object.keys(body)]).toEqual([200, ['access_token']]);
    expect((await fetchSession(transport, body.access_token)).body).toEqual({
      id: admin.id,
      username: 'vera',
      must_change_password: false,
      must_add_factor: false,
      has_totp: false,
      has_passkey: false,
      is_confirmed: true,
    });
    const [{ last_login } = {}] = await app.sql`select last_login from admins where username = 'vera'`;
    expect(new Date(String(last_login))).toEqual(START);
  });

  test('stores the token only as a hash', async () => {
    await addAdmin();
    const { body } = await logIn(transport, 'vera');
    const storedSessions = JSON.stringify(await db.select().from(adminSessions));
    expect(storedSessions).not.toContain(body.access_token);
  });

  test.each([
    ['', PASSWORD, 'admin.required'],
    ['  ', PASSWORD, 'admin.required'],
    ['vera', '', 'admin.required'],
    [undefined, PASSWORD, 'admin.required'],
    ['vera', undefined, 'admin.required'],
    ['vera', `${PASSWORD}x`, 'admin.login_failed'],
    ['vera', PASSWORD.toLowerCase(), 'admin.login_failed'],
    ['nobody', PASSWORD, 'admin.login_failed'],
    ['x'.repeat(1001), PASSWORD, 'admin.login_failed'],
    ['vera', 'x'.repeat(1001), 'admin.login_failed'],
    ['ve\0ra', PASSWORD, 'request.malformed'],
  ] as const)('with user name %j and password %j is rejected with %s', async (username, password, code) => {
    await addAdmin();
    const input = {
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
    };
    const response = await call(app, transport, 'admin.admins.login', { headers: newCaller() }, input);
    expect(outcomeOf(response)).toEqual(error(code));
  });

  test('opens a session of 12 hours', async () => {
    await addAdmin();
    const { body } = await logIn(transport, 'vera');
    advance(12 * HOUR_MS - 1);
    expect((await fetchSession(transport, body.access_token)).status).toBe(200);
    advance(1);
    expect(outcomeOf(await fetchSession(transport, body.access_token))).toEqual(
      error('request.unauthorized'),
    );
    await sweepAdminSessions(app.context);
    // The session that addAdmin() stored is still valid.
    expect(
      await db
        .select()
        .from(adminSessions)
        .then((rows) => rows.length),
    ).toBe(1);
  });

  test('opens a session of its own: its logout ends no other session', async () => {
    const admin = await addAdmin();
    const { body } = await logIn(transport, 'vera');
    expect((await call(app, transport, 'admin.admins.logout', bearer(body.access_token))).status).toBe(200);
    expect((await fetchSession(transport, body.access_token)).status).toBe(401);
    expect((await fetchSession(transport, admin.token)).status).toBe(200);
  });

  test('is limited to 30 attempts a minute per address, including invalid ones', async () => {
    const headers = newCaller();
    for (let attempt = 0; attempt < 30; attempt++)
      expect(
        (await logIn(transport, attempt % 2 ? '' : `nobody${attempt}`, 'wrong', headers)).status,
      ).toBeOneOf([400, 401]);
    expect(outcomeOf(await logIn(transport, 'vera', PASSWORD, headers))).toEqual(error('request.too_many'));
    await addAdmin();
    expect((await logIn(transport, 'vera')).status).toBe(200);
  });
});

describe('a login with an unknown user name', () => {
  test('gets the same response as a wrong password, byte for byte', async () => {
    await addAdmin();
    for (const transport of TRANSPORTS) {
      const responseTo = async (name: string) => {
        const { status, headers, body } = await logIn(transport, name, 'wrong');
        const varyingHeaders = ['x-request-id', 'date'];
        return JSON.stringify([
          status,
          [...headers].filter(([header]) => !varyingHeaders.includes(header)),
          body,
        ]);
      };
      expect(await responseTo('nobody')).toBe(await responseTo('vera'));
    }
  });

  test('verifies as many password hashes as a wrong password does', async () => {
    await addAdmin();
    const verify = spyOn(Argon2id.prototype, 'verify');
    const countVerifications = async (name: string) => {
      verify.mockClear();
      await logIn('rest', name, 'wrong');
      return verify.mock.calls.length;
    };
    expect(await countVerifications('vera')).toBeGreaterThan(0);
    expect(await countVerifications('nobody')).toBe(await countVerifications('vera'));
    verify.mockRestore();
  });
});

test('a password change rejects a concurrent login with the old password and ends the sessions', async () => {
  const admin = await addAdmin();
  const gate = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const password_hash = await hashPassword('Annat-losen1');
  const passwordChange = db.transaction(async (tx) => {
    await tx.update(admins).set({ password_hash });
    await tx.delete(adminSessions);
    isLocked.resolve();
    await gate.promise;
  });
  await isLocked.promise;
  const login = logIn('rest', 'vera');
  await waitForLockWaits(app, 1);
  gate.resolve();
  await passwordChange;
  expect(outcomeOf(await login)).toEqual(error('admin.login_failed'));
  expect((await fetchSession('rest', admin.token)).status).toBe(401);
});

// The first admin, when none is configured, is in first-admin.test.ts.
describe('the configured admin', () => {
  const contextWith = (environment: Record<string, string>) => ({
    ...app.context,
    config: {
      ...app.context.config,
      adminUsername: environment.ADMIN_USERNAME,
      adminPassword: environment.ADMIN_PASSWORD,
    },
  });
  const loadUsernames = async () => (await db.select().from(admins)).map(({ username }) => username);

  test('is added to the other admins, stays logged in over a restart, and is logged out by another password', async () => {
    await addAdmin('olle');
    const environment = { ADMIN_USERNAME: 'vera', ADMIN_PASSWORD: PASSWORD };
    expect(await ensureAdmin(contextWith(environment))).toBeUndefined();
    const { body } = await logIn('rest', 'vera');
    await ensureAdmin(contextWith(environment));
    expect((await fetchSession('rest', body.access_token)).status).toBe(200);
    await ensureAdmin(contextWith({ ...environment, ADMIN_PASSWORD: 'Annat-losen1' }));
    expect((await fetchSession('rest', body.access_token)).status).toBe(401);
    expect((await logIn('rest', 'vera', 'Annat-losen1')).status).toBe(200);
    expect((await loadUsernames()).sort()).toEqual(['olle', 'vera']);
    const [{ password_hash = '' } = {}] = await db.select().from(admins);
    expect(await isPassword(password_hash, 'x')).toBe(false);
  });
});
