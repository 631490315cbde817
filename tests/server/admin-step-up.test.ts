import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { CONFIRMED_MS } from '#src/platform/procedure/admin-access.ts';
import { ADMIN_PASSWORD as PASSWORD } from '#tests/support/admin-actions.ts';
import { bearer, type Caller, openAdminWorld } from '#tests/support/admin-world.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { bytesOf } from '#tests/support/bytes.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { tableChecksums } from '#tests/support/checksum.ts';
import { makeAccount } from '#tests/support/content.ts';

const transport = 'rest';

const { app, db, reset, advance, addLoggedInAdmin, openSession, fetchSession, confirmPassword } =
  await openAdminWorld();
afterAll(() => app.stop());
beforeEach(reset);

const isConfirmed = async (caller: Caller) => (await fetchSession('rest', caller)).body.is_confirmed;
const exportBackup = ({ headers }: Caller) => backupsOf(app, headers).export();

type Action = (
  caller: Caller,
  targets: { member: string; backup: string },
) => Promise<{ status: number; body: unknown }>;
const actions: Record<string, Action> = {
  'deleting a member': (caller, { member }) =>
    call(app, transport, 'admin.accounts.delete', caller, { id: member }),
  'exporting a backup': (caller) => app.api('GET /admin/backup/export', caller),
  'importing a backup': ({ headers }, { backup }) => backupsOf(app, headers).import(backup),
};
const cases = Object.entries(actions);
const prepare = async () => {
  const caller = await addLoggedInAdmin();
  return { caller, backup: await exportBackup(caller), member: (await makeAccount(db)).id };
};

test.each(cases)('%s is rejected 10 minutes after the login, and changes nothing', async (_, action) => {
  const { caller, ...targets } = await prepare();
  advance(CONFIRMED_MS);
  const checksumsBefore = await tableChecksums(app);
  const response = await action(caller, targets);
  expect(response).toMatchObject({ status: 403, body: { code: 'admin.confirm_password' } });
  expect(await tableChecksums(app)).toEqual(checksumsBefore);
});

test.each(cases)('%s works with the bearer alone within 10 minutes of the login', async (_, action) => {
  const { caller, ...targets } = await prepare();
  advance(CONFIRMED_MS - 1);
  expect((await action(caller, targets)).status).toBe(200);
});

test.each(cases)('%s works again after the password is entered', async (_, action) => {
  const { caller, ...targets } = await prepare();
  advance(CONFIRMED_MS);
  expect((await confirmPassword(transport, caller, PASSWORD)).status).toBe(200);
  advance(CONFIRMED_MS - 1);
  expect((await action(caller, targets)).status).toBe(200);
});

test('an import is accepted when its file takes longer than 10 minutes to arrive', async () => {
  const caller = await addLoggedInAdmin();
  const backup = await exportBackup(caller);
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="b.json"\r\n\r\n';
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytesOf(head));
      // The server checks the session during this pause.
      await Bun.sleep(150);
      advance(CONFIRMED_MS);
      controller.enqueue(bytesOf(`${backup}\r\n--x--\r\n`));
      controller.close();
    },
  });
  const headers = { ...caller.headers, 'content-type': 'multipart/form-data; boundary=x' };
  const response = await fetch(`${app.url}/api/admin/backup/import`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
});

describe('entering the password again', () => {
  test('confirms that session only, for 10 minutes', async () => {
    const caller = await addLoggedInAdmin();
    const otherSession = await openSession();
    advance(CONFIRMED_MS);
    expect(await isConfirmed(caller)).toBe(false);
    expect((await confirmPassword(transport, caller, PASSWORD)).status).toBe(200);
    expect(await isConfirmed(caller)).toBe(true);
    expect(await isConfirmed(otherSession)).toBe(false);
    advance(CONFIRMED_MS);
    expect(await isConfirmed(caller)).toBe(false);
  });

  test.each([
    [`${PASSWORD}x`, 'admin.wrong_password'],
    ['x'.repeat(1001), 'admin.wrong_password'],
    ['', 'admin.password'],
    [undefined, 'admin.password'],
    ['a\0b', 'request.malformed'],
  ] as const)('rejects %j with %s and keeps the session', async (password, code) => {
    const caller = await addLoggedInAdmin();
    advance(CONFIRMED_MS);
    expect(outcomeOf(await confirmPassword(transport, caller, password))).toEqual(error(code));
    const { status, body } = await fetchSession(transport, caller);
    expect([status, body.is_confirmed]).toEqual([200, false]);
  });

  test('is limited to ten wrong passwords a minute', async () => {
    const caller = await addLoggedInAdmin();
    advance(CONFIRMED_MS);
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await confirmPassword(transport, caller, 'wrong')).status).toBe(400);
    expect((await confirmPassword(transport, caller, PASSWORD)).status).toBe(429);
    expect((await fetchSession(transport, caller)).status).toBe(200);
  });

  test('requires a live session', async () => {
    const response = await confirmPassword(transport, bearer('x'), PASSWORD);
    expect(outcomeOf(response)).toEqual(error('request.unauthorized'));
  });
});

test('a confirmation does not read a password from the query', async () => {
  const { headers } = await addLoggedInAdmin();
  const response = await app.api(`POST /admin/confirm?password=${PASSWORD}`, { headers });
  expect(response.status).toBe(400);
});
