// D8: dangerous acts of admins need a password that was entered in the last 10 minutes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { admins, auditLog } from '../../db/schema';
import { hashPassword } from '../../src/platform/passwords';
import { CONFIRMED_MS } from '../../src/platform/trpc';
import { detailOf, type ErrorCode, statusOf } from '../../src/shared/errors';
import { ADMIN_PASSWORD as PASSWORD } from '../support/admin-acts';
import { call, told } from '../support/call';
import { checksum } from '../support/checksum';
import { makeAccount, makeAdmin } from '../support/content';
import { DOORS, type Door, newCaller, type TestApp, testApp } from '../support/doors';
import { auc, chance, timeInTurns } from '../support/enumeration';

const START = new Date('2027-01-15T09:00:00.000Z');
const NEW_PASSWORD = 'Annat-losen1';

let app: TestApp;
let now = START;
let hash: string;
beforeAll(async () => {
  app = await testApp({ now: () => now });
  hash = await hashPassword(PASSWORD);
});
afterAll(() => app.stop());
beforeEach(async () => {
  now = START;
  await app.sql`delete from rate_limits`;
  for (const table of [auditLog, admins]) await db().delete(table);
});

const db = () => app.context.database.db;
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const error = (code: ErrorCode) => [statusOf(code), code, detailOf(code)];
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

type Caller = { headers: Record<string, string> };

/** Logs an admin in over HTTP, as the clock of the test is now. */
async function logIn(username = 'vera', password = PASSWORD): Promise<Caller> {
  const { body } = await call<{ access_token: string }>(
    app,
    'rest',
    'admin.admins.login',
    { headers: newCaller() },
    { username, password },
  );
  return { headers: { authorization: `Bearer ${body.access_token}` } };
}
const anAdmin = async (username = 'vera', row = {}) => {
  await makeAdmin(db(), { username, password_hash: hash, ...row });
  return logIn(username);
};
const confirm = (door: Door, { headers }: Caller, password: unknown) =>
  call(app, door, 'admin.admins.confirm', { headers: { ...newCaller(), ...headers } }, { password });
const changePassword = (door: Door, caller: Caller, new_password: unknown = NEW_PASSWORD) =>
  call(app, door, 'admin.admins.changePassword', caller, { new_password });
const verify = (caller: Caller) =>
  call<{ is_confirmed: boolean; must_change_password: boolean }>(app, 'rest', 'admin.admins.verify', caller);
const isLoggedIn = async (caller: Caller) => (await verify(caller)).status === 200;
const entries = async () => (await db().select().from(auditLog)).map(({ action, admin }) => [action, admin]);

async function exportBackup({ headers }: Caller) {
  const answer = await fetch(`${app.url}/api/admin/backup/export`, { headers });
  return { status: answer.status, body: await answer.json() };
}
async function importBackup({ headers }: Caller, body: BodyInit) {
  const answer = await fetch(`${app.url}/api/admin/backup/import`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}
function fileOf(text: string) {
  const form = new FormData();
  form.append('file', new File([text], 'backup.json'));
  return form;
}

describe.each(DOORS)('a dangerous act, through %s', (door) => {
  type Act = (
    caller: Caller,
    given: { member: string; backup: string },
  ) => Promise<{ status: number; body: unknown }>;
  const acts: Record<string, Act> = {
    'deleting a member': (caller, { member }) =>
      call(app, door, 'admin.accounts.delete', caller, { id: member }),
    'changing the password': (caller) => changePassword(door, caller),
    'exporting a backup': exportBackup,
    'importing a backup': (caller, { backup }) => importBackup(caller, fileOf(backup)),
  };
  const cases = Object.entries(acts);
  const prepare = async () => {
    const caller = await anAdmin();
    const backup = JSON.stringify((await exportBackup(caller)).body);
    return { caller, backup, member: (await makeAccount(db())).id };
  };

  test.each(cases)('%s is refused 10 minutes after the login, and changes nothing', async (_, act) => {
    const { caller, ...given } = await prepare();
    pass(CONFIRMED_MS);
    const before = await checksum(app);
    const refused = await act(caller, given);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'admin.confirm_password']);
    expect(await checksum(app)).toEqual(before);
  });

  test.each(cases)('%s works with the bearer alone within 10 minutes of the login', async (_, act) => {
    const { caller, ...given } = await prepare();
    pass(CONFIRMED_MS - 1);
    expect((await act(caller, given)).status).toBe(200);
  });

  test.each(cases)('%s works again once the password was entered', async (_, act) => {
    const { caller, ...given } = await prepare();
    pass(CONFIRMED_MS);
    expect((await confirm(door, caller, PASSWORD)).status).toBe(200);
    pass(CONFIRMED_MS - 1);
    expect((await act(caller, given)).status).toBe(200);
  });
});

test('an import whose file arrives for longer than 10 minutes is not refused at its end', async () => {
  const caller = await anAdmin();
  const backup = JSON.stringify((await exportBackup(caller)).body);
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="b.json"\r\n\r\n';
  const bytes = (text: string) => new TextEncoder().encode(text);
  const body = new ReadableStream({
    async start(out) {
      out.enqueue(bytes(head));
      // Until the server has looked at the session.
      await Bun.sleep(150);
      pass(CONFIRMED_MS);
      out.enqueue(bytes(`${backup}\r\n--x--\r\n`));
      out.close();
    },
  });
  const headers = { ...caller.headers, 'content-type': 'multipart/form-data; boundary=x' };
  expect((await importBackup({ headers }, body)).status).toBe(200);
});

describe.each(DOORS)('entering the password again, through %s', (door) => {
  test('counts for that session alone, for 10 minutes', async () => {
    const caller = await anAdmin();
    const other = await logIn();
    pass(CONFIRMED_MS);
    expect((await verify(caller)).body.is_confirmed).toBe(false);
    expect((await confirm(door, caller, PASSWORD)).status).toBe(200);
    expect((await verify(caller)).body.is_confirmed).toBe(true);
    expect((await verify(other)).body.is_confirmed).toBe(false);
    pass(CONFIRMED_MS);
    expect((await verify(caller)).body.is_confirmed).toBe(false);
  });

  test.each([
    [`${PASSWORD}x`, 'admin.wrong_password'],
    ['x'.repeat(1001), 'admin.wrong_password'],
    ['', 'admin.password'],
    [undefined, 'admin.password'],
    ['a\0b', 'request.malformed'],
  ] as const)('%j is refused with %s; the session goes on', async (password, code) => {
    const caller = await anAdmin();
    pass(CONFIRMED_MS);
    expect(told(await confirm(door, caller, password))).toEqual(error(code));
    const { status, body } = await verify(caller);
    expect([status, body.is_confirmed]).toEqual([200, false]);
  });

  test('guesses are limited to ten a minute', async () => {
    const caller = await anAdmin();
    pass(CONFIRMED_MS);
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await confirm(door, caller, 'wrong')).status).toBe(400);
    expect((await confirm(door, caller, PASSWORD)).status).toBe(429);
    expect(await isLoggedIn(caller)).toBe(true);
  });

  test('needs a live session', async () => {
    const answer = await confirm(door, { headers: { authorization: 'Bearer x' } }, PASSWORD);
    expect(told(answer)).toEqual(error('request.unauthorized'));
  });
});

test('a password in the query of a confirmation is not read', async () => {
  const { headers } = await anAdmin();
  const answer = await app.api(`POST /admin/confirm?password=${PASSWORD}`, { headers });
  expect(answer.status).toBe(400);
});

describe('wrong passwords in the audit log (D24)', () => {
  test('of an admin, at the login and at a confirmation, stay recorded though the call is refused', async () => {
    const caller = await anAdmin();
    await db().delete(auditLog);
    for (const door of DOORS) {
      const input = { username: ' VERA ', password: 'wrong' };
      const refused = await call(app, door, 'admin.admins.login', { headers: newCaller() }, input);
      expect(refused.status).toBe(401);
      expect((await confirm(door, caller, 'wrong')).status).toBe(400);
    }
    const [entry] = await db().select().from(auditLog);
    expect(entry?.created_at).toBe(START.toISOString());
    expect(await entries()).toEqual([
      ['admin.login_failed', 'vera'],
      ['admin.confirm_failed', 'vera'],
      ['admin.login_failed', 'vera'],
      ['admin.confirm_failed', 'vera'],
    ]);
  });

  test('of a name that no admin has leave nothing, nor does what was typed', async () => {
    for (const username of ['nobody', PASSWORD]) {
      const input = { username, password: 'wrong' };
      await call(app, 'rest', 'admin.admins.login', { headers: newCaller() }, input);
    }
    expect(await entries()).toEqual([]);
  });

  test('over the limit are not recorded: the log stays bounded', async () => {
    await anAdmin();
    await db().delete(auditLog);
    const caller = { headers: newCaller() };
    for (let attempt = 0; attempt < 30; attempt++)
      await call(app, 'rest', 'admin.admins.login', caller, { username: 'vera', password: 'x' });
    // The login of the admin was the first of the ten attempts.
    expect(await entries()).toHaveLength(9);
  });

  test('take the same time to record as nothing takes', async () => {
    const turns = 60;
    await db()
      .insert(admins)
      .values(
        Array.from({ length: turns + 5 }, (_, turn) => ({
          username: `existing${turn}`,
          password_hash: hash,
        })),
      );
    const timings = await timeInTurns(turns, (kind, turn) => {
      const input = {
        username: kind === 'existing' ? `existing${turn}` : `missing0${turn}`,
        password: 'wrong',
      };
      return call(app, 'rest', 'admin.admins.login', { headers: newCaller() }, input);
    });
    expect(Math.abs(auc(timings) - 0.5)).toBeLessThan(chance(turns));
  });
});

describe.each(DOORS)('another password, through %s', (door) => {
  test('is the one that logs in; other sessions of that admin end, this one stays, others are left alone', async () => {
    const olle = await anAdmin('olle');
    const caller = await anAdmin();
    const elsewhere = await logIn();
    expect((await changePassword(door, caller)).status).toBe(200);
    expect([await isLoggedIn(caller), await isLoggedIn(elsewhere), await isLoggedIn(olle)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await isLoggedIn(await logIn('vera', PASSWORD))).toBe(false);
    expect(await isLoggedIn(await logIn('vera', NEW_PASSWORD))).toBe(true);
    expect((await entries()).filter(([action]) => action === 'admin.change_password')).toHaveLength(1);
  });

  test.each([
    ['kort1A', 'password.weak'],
    ['bara-gemener1', 'password.weak'],
    [`Aa1${'x'.repeat(126)}`, 'password.weak'],
    ['', 'reset.required'],
    [undefined, 'reset.required'],
    [PASSWORD, 'password.same'],
  ] as const)('%j is refused with %s', async (password, code) => {
    const caller = await anAdmin();
    expect(
      told(await call(app, door, 'admin.admins.changePassword', caller, { new_password: password })),
    ).toEqual(error(code));
    expect(await isLoggedIn(await logIn())).toBe(true);
  });
});

test('of two sessions that change the password at once, one ends the other', async () => {
  const [one, other] = [await anAdmin(), await logIn()];
  const answers = await Promise.all([
    changePassword('rest', one, 'Annat-losen1'),
    changePassword('rest', other, 'Annat-losen2'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect([await isLoggedIn(one), await isLoggedIn(other)].filter(Boolean)).toHaveLength(1);
});

describe('an admin with the generated password of the first start (D2)', () => {
  const first = () => anAdmin('admin', { must_change_password: true });

  test.each(DOORS)(
    'may verify, log out and choose another password, and nothing else, through %s',
    async (door) => {
      const caller = await first();
      const refused = error('admin.must_change_password');
      for (const name of [
        'admin.events.list',
        'admin.accounts.list',
        'admin.audit.list',
        'admin.banners.list',
      ])
        expect(told(await call(app, door, name, caller))).toEqual(refused);
      const { id } = await makeAccount(db());
      expect(told(await call(app, door, 'admin.accounts.delete', caller, { id }))).toEqual(refused);
      expect([codeOf(await exportBackup(caller)), codeOf(await importBackup(caller, fileOf('{}')))]).toEqual([
        'admin.must_change_password',
        'admin.must_change_password',
      ]);
      expect((await verify(caller)).body.must_change_password).toBe(true);
      expect((await confirm(door, caller, PASSWORD)).status).toBe(200);
      expect(told(await changePassword(door, caller, PASSWORD))).toEqual(error('password.same'));
      expect((await changePassword(door, caller)).status).toBe(200);
      expect((await verify(caller)).body.must_change_password).toBe(false);
      expect((await call(app, door, 'admin.events.list', caller)).status).toBe(200);
      const again = await logIn('admin', NEW_PASSWORD);
      expect((await call(app, door, 'admin.events.list', again)).status).toBe(200);
      expect((await call(app, door, 'admin.admins.logout', again)).status).toBe(200);
    },
  );
});
