import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditLog } from '#db/schema/index.ts';
import { ADMIN_PASSWORD as PASSWORD } from '#tests/support/admin-actions.ts';
import { bearer, type Caller, openAdminWorld, START } from '#tests/support/admin-world.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeAccount } from '#tests/support/content.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'rest';

const NEW_PASSWORD = 'Annat-losen1';

const {
  app,
  db,
  reset,
  addAdmin,
  addLoggedInAdmin,
  logIn,
  openSession,
  fetchSession,
  confirmPassword,
  changePassword,
  auditEntries,
} = await openAdminWorld();
afterAll(() => app.stop());
beforeEach(reset);

const isLoggedIn = async (caller: Caller) => (await fetchSession('rest', caller)).status === 200;

describe('wrong passwords', () => {
  test('of an admin are recorded in the audit log, at login and at confirmation', async () => {
    const caller = await addLoggedInAdmin();
    await db.delete(auditLog);
    for (const transport of TRANSPORTS) {
      expect((await logIn(transport, ' VERA ', 'wrong')).status).toBe(401);
      expect((await confirmPassword(transport, caller, 'wrong')).status).toBe(400);
    }
    const [entry] = await db.select().from(auditLog);
    expect(entry?.created_at).toBe(START.toISOString());
    expect(await auditEntries()).toEqual([
      ['admin.login_failed', 'vera'],
      ['admin.confirm_failed', 'vera'],
      ['admin.login_failed', 'vera'],
      ['admin.confirm_failed', 'vera'],
    ]);
  });

  test('of an unknown name are not recorded, because people type passwords there', async () => {
    for (const username of ['nobody', PASSWORD]) await logIn('rest', username, 'wrong');
    expect(await auditEntries()).toEqual([]);
  });

  test('over the limit are not recorded, so that they cannot fill the log', async () => {
    await addAdmin();
    const headers = newCaller();
    for (let attempt = 0; attempt < 30; attempt++) await logIn('rest', 'vera', 'wrong', headers);
    expect(await auditEntries()).toHaveLength(10);
  });
});

describe('changing the password', () => {
  test('ends all sessions of that admin and of nobody else, and starts a new one', async () => {
    const olle = await addLoggedInAdmin('olle');
    const caller = await addLoggedInAdmin();
    const otherSession = await openSession();
    const { status, body } = await changePassword(transport, caller, NEW_PASSWORD);
    expect(status).toBe(200);
    const loginStates = [];
    for (const session of [caller, otherSession, bearer(body.access_token), olle])
      loginStates.push(await isLoggedIn(session));
    expect(loginStates).toEqual([false, false, true, true]);
    expect((await logIn(transport, 'vera', PASSWORD)).status).toBe(401);
    expect((await logIn(transport, 'vera', NEW_PASSWORD)).status).toBe(200);
    expect((await auditEntries()).filter(([action]) => action === 'admin.change_password')).toHaveLength(1);
  });

  test('requires the current password even right after a login, and allows ten wrong ones a minute', async () => {
    const caller = await addLoggedInAdmin();
    await db.delete(auditLog);
    for (let attempt = 0; attempt < 10; attempt++)
      expect(outcomeOf(await changePassword(transport, caller, NEW_PASSWORD, 'wrong'))).toEqual(
        error('admin.wrong_password'),
      );
    expect((await changePassword(transport, caller, NEW_PASSWORD)).status).toBe(429);
    expect(await isLoggedIn(caller)).toBe(true);
    expect(await auditEntries()).toEqual(Array(10).fill(['admin.confirm_failed', 'vera']));
  });

  test.each([
    ['kort1A', 'password.weak'],
    ['bara-gemener1', 'password.weak'],
    [`Aa1${'x'.repeat(126)}`, 'password.weak'],
    ['Password1', 'password.common'],
    ['', 'reset.required'],
    [undefined, 'reset.required'],
    [PASSWORD, 'password.same'],
  ] as const)('to %j is rejected with %s', async (password, code) => {
    const caller = await addLoggedInAdmin();
    expect(outcomeOf(await changePassword(transport, caller, password))).toEqual(error(code));
    expect((await logIn(transport, 'vera')).status).toBe(200);
  });
});

test('when two sessions change the password at once, one succeeds and ends the other', async () => {
  const [firstSession, secondSession] = [await addLoggedInAdmin(), await openSession()];
  const responses = await Promise.all([
    changePassword('rest', firstSession, 'Annat-losen1'),
    changePassword('rest', secondSession, 'Annat-losen2'),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  const [{ body }] = responses.filter(({ status }) => status === 200) as [(typeof responses)[0]];
  const loginStates = [];
  for (const caller of [firstSession, secondSession, bearer(body.access_token)])
    loginStates.push(await isLoggedIn(caller));
  expect(loginStates).toEqual([false, false, true]);
});

describe('an admin with the generated password of the first start', () => {
  test.each(TRANSPORTS)(
    'may only verify, log out and choose another password, over %s',
    async (transport) => {
      const caller = await addLoggedInAdmin('admin', { must_change_password: true });
      const mustChangeError = error('admin.must_change_password');
      for (const name of [
        'admin.events.list',
        'admin.accounts.list',
        'admin.audit.list',
        'admin.banners.list',
      ])
        expect(outcomeOf(await call(app, transport, name, caller))).toEqual(mustChangeError);
      const { id } = await makeAccount(db);
      expect(outcomeOf(await call(app, transport, 'admin.accounts.delete', caller, { id }))).toEqual(
        mustChangeError,
      );
      expect(outcomeOf(await app.api('GET /admin/backup/export', caller))).toEqual(mustChangeError);
      const { body } = await backupsOf(app, caller.headers).import('{}');
      expect(body.code).toBe('admin.must_change_password');
      expect((await fetchSession(transport, caller)).body.must_change_password).toBe(true);
      expect((await confirmPassword(transport, caller, PASSWORD)).status).toBe(200);
      expect(outcomeOf(await changePassword(transport, caller, PASSWORD))).toEqual(error('password.same'));
      const { body: changeResult } = await changePassword(transport, caller, NEW_PASSWORD);
      const newSession = bearer(changeResult.access_token);
      expect((await fetchSession(transport, newSession)).body.must_change_password).toBe(false);
      expect((await call(app, transport, 'admin.events.list', newSession)).status).toBe(200);
      const nextSession = await openSession('admin', NEW_PASSWORD);
      expect((await call(app, transport, 'admin.events.list', nextSession)).status).toBe(200);
      expect((await call(app, transport, 'admin.admins.logout', nextSession)).status).toBe(200);
    },
  );
});
