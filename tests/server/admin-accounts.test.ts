import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { AdminListItem } from '#src/features/admins/contract.ts';
import { givePasskey, giveTotp } from '#tests/support/admin-factors.ts';
import { bearer, type Caller, openAdminWorld, START } from '#tests/support/admin-world.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'rest';

const world = await openAdminWorld();
const { app, db, addAdmin, addLoggedInAdmin, logIn, fetchSession, auditEntries } = world;
afterAll(() => app.stop());
beforeEach(world.reset);

const NEW = { username: 'olle', password: 'Annat-losen1' };
const list = (transport: Transport, caller: Caller) =>
  call<AdminListItem[]>(app, transport, 'admin.admins.list', caller);
const add = (transport: Transport, caller: Caller, input: object = NEW) =>
  call<{ id: string }>(app, transport, 'admin.admins.create', caller, { ...input });
const remove = (transport: Transport, caller: Caller, id: string) =>
  call(app, transport, 'admin.admins.delete', caller, { id });
const usernames = async () =>
  (await app.sql`select username from admins order by 1`).map(({ username }) => username);

describe('the list of admins', () => {
  test('has the last login, the factors and the digest of each, and no secret', async () => {
    const vera = await addAdmin('vera');
    const olle = await addAdmin('olle', { email: 'olle@example.se', wants_digest: true });
    await giveTotp(db, olle.id);
    await givePasskey(db, olle.id);
    const { body } = await logIn(transport, 'vera');
    const response = await list(transport, bearer(body.access_token));
    expect(response.body).toEqual([
      {
        id: olle.id,
        username: 'olle',
        created_at: olle.created_at,
        last_login: null,
        must_change_password: false,
        has_totp: true,
        passkey_count: 1,
        email: 'olle@example.se',
        wants_digest: true,
        is_self: false,
      },
      {
        id: vera.id,
        username: 'vera',
        created_at: vera.created_at,
        last_login: START.toISOString(),
        must_change_password: false,
        has_totp: false,
        passkey_count: 0,
        email: null,
        wants_digest: false,
        is_self: true,
      },
    ]);
  });
});

describe('a new admin', () => {
  test('must replace the password at the first login, and only then may do anything else', async () => {
    const vera = await addLoggedInAdmin('vera');
    expect((await add(transport, vera, { ...NEW, username: ' OLLE ' })).body).toMatchObject({
      username: 'olle',
    });
    const { body } = await logIn(transport, 'olle', NEW.password);
    const olle = bearer(body.access_token);
    expect(outcomeOf(await list(transport, olle))).toEqual(error('admin.must_change_password'));
    const changed = await world.changePassword(transport, olle, 'Eget-losen1', NEW.password);
    expect((await list(transport, bearer(changed.body.access_token))).status).toBe(200);
    expect(await auditEntries()).toContainEqual(['admin.create', 'vera']);
  });

  test.each([
    [{ ...NEW, username: 'vera' }, 'admin.exists'],
    [{ ...NEW, username: 'VERA' }, 'admin.exists'],
    [{ ...NEW, username: 'o lle' }, 'admin.name'],
    [{ ...NEW, username: '' }, 'admin.name'],
    [{ password: NEW.password }, 'admin.name'],
    [{ ...NEW, password: 'kort' }, 'password.weak'],
    [{ ...NEW, password: 'Password1' }, 'password.common'],
    [{ username: 'olle' }, 'reset.required'],
  ] as const)('%j is rejected with %s', async (input, code) => {
    const vera = await addLoggedInAdmin('vera');
    expect(outcomeOf(await add(transport, vera, input))).toEqual(error(code));
    expect(await usernames()).toEqual(['vera']);
  });

  test('is added once by two calls at the same time', async () => {
    const vera = await addLoggedInAdmin('vera');
    const responses = await Promise.all([add(transport, vera), add(transport, vera)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('a new admin does not keep the file of the first password', async () => {
  const { ensureAdmin } = await import('#src/features/admins/service.ts');
  const { firstPasswordFile, hasFirstPassword } = await import(
    '#src/features/admins/first-password/service.ts'
  );
  await ensureAdmin(app.context);
  const first = (await Bun.file(firstPasswordFile(app.context.config)).text()).trim();
  const { body } = await logIn('rest', 'admin', first);
  const changed = await world.changePassword('rest', bearer(body.access_token), 'Eget-losen1', first);
  expect((await add('rest', bearer(changed.body.access_token))).status).toBe(200);
  expect(hasFirstPassword(app.context.config)).toBe(false);
});

describe('removing an admin', () => {
  test('ends their sessions and factors', async () => {
    const vera = await addLoggedInAdmin('vera');
    const olle = await addAdmin('olle');
    await givePasskey(db, olle.id);
    expect((await remove(transport, vera, olle.id)).status).toBe(200);
    expect((await fetchSession(transport, olle)).status).toBe(401);
    expect(await app.sql`select from admin_passkeys`).toHaveLength(0);
    expect(outcomeOf(await remove(transport, vera, olle.id))).toEqual(error('admin.not_found'));
    expect(await auditEntries()).toContainEqual(['admin.delete', 'vera']);
  });

  test('works for oneself while another remains, and never for the last one', async () => {
    const vera = await addAdmin('vera');
    const olle = await addAdmin('olle');
    expect((await remove(transport, vera, vera.id)).status).toBe(200);
    expect((await fetchSession(transport, vera)).status).toBe(401);
    expect(outcomeOf(await remove(transport, olle, olle.id))).toEqual(error('admin.last'));
    expect(await usernames()).toEqual(['olle']);
  });

  test.each([
    ['each other', true],
    ['themselves', false],
  ])('leaves one when the last two remove %s at the same time', async (_, isOther) => {
    for (let round = 0; round < 5; round++) {
      await world.reset();
      const vera = await addAdmin('vera');
      const olle = await addAdmin('olle');
      const responses = await Promise.all([
        remove(transport, vera, isOther ? olle.id : vera.id),
        remove(transport, olle, isOther ? vera.id : olle.id),
      ]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await usernames()).toHaveLength(1);
    }
  });
});

describe('the digest', () => {
  const save = (caller: Caller, input: object) =>
    call(
      app,
      transport,
      'admin.admins.updateMe',
      { headers: { ...newCaller(), ...caller.headers } },
      { ...input },
    );

  test('is chosen for oneself alone', async () => {
    const vera = await addAdmin('vera');
    await addAdmin('olle');
    expect((await save(vera, { email: 'Vera@Example.SE', wants_digest: true })).status).toBe(200);
    const rows = await app.sql`select username, email, wants_digest from admins order by 1`;
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['olle', null, false],
      ['vera', 'vera@example.se', true],
    ]);
    expect((await save(vera, { email: null, wants_digest: false })).status).toBe(200);
  });

  test.each([
    [{ email: '', wants_digest: true }, 'admin.digest_email'],
    [{ email: 'vera', wants_digest: true }, 'request.email'],
    [{ email: 'vera@example.se', wants_digest: 'ja' }, 'request.invalid'],
  ] as const)('rejects %j with %s', async (input, code) => {
    expect(outcomeOf(await save(await addAdmin('vera'), input))).toEqual(error(code));
  });
});
