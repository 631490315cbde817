import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { AddPasskeyResult, Factors, PasskeyOptions } from '#src/features/admins/factors/contract.ts';
import { CONFIRMED_MS } from '#src/platform/procedure/admin-access.ts';
import { ADMIN_PASSWORD } from '#tests/support/admin-actions.ts';
import { givePasskey } from '#tests/support/admin-factors.ts';
import { type Caller, openAdminWorld } from '#tests/support/admin-world.ts';
import { makeAuthenticator } from '#tests/support/authenticator.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { newCaller, TRANSPORTS, type Transport } from '#tests/support/transports.ts';

const transport = 'trpc';

const MINUTE_MS = 60_000;

const world = await openAdminWorld();
const { app, callFactor, db, advance, addAdmin, addLoggedInAdmin, logInWith } = world;
afterAll(() => app.stop());
beforeEach(world.reset);

const creationOptions = async (transport: Transport, caller: Caller) =>
  (await callFactor<PasskeyOptions>(transport, 'passkeyOptions', caller)).body;
const add = (transport: Transport, caller: Caller, passkey: object, name = 'Telefonen') =>
  callFactor<AddPasskeyResult>(transport, 'addPasskey', caller, { name, passkey });
const loginOptions = (transport: Transport, username = 'vera', password = ADMIN_PASSWORD) =>
  call<PasskeyOptions>(
    app,
    transport,
    'admin.admins.passkeyLogin',
    { headers: newCaller() },
    { username, password },
  );

describe('a passkey', () => {
  test('is added, used for logins, renamed and removed', async () => {
    const vera = await addLoggedInAdmin();
    const options = await creationOptions(transport, vera);
    expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Loppkalendern' }, user: { name: 'vera' } });
    const authenticator = makeAuthenticator();
    const added = await add(transport, vera, authenticator.register(options));
    expect([added.status, added.body.id, added.body.recovery_codes.length]).toEqual([
      200,
      authenticator.id,
      10,
    ]);

    expect(outcomeOf(await logInWith(transport, {}))).toEqual(error('admin.passkey_required'));
    for (let login = 0; login < 2; login++) {
      const { body } = await loginOptions(transport);
      expect(body).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: authenticator.id }] });
      expect((await logInWith(transport, { passkey: authenticator.assert(body) })).status).toBe(200);
    }

    const { id } = authenticator;
    await callFactor(transport, 'renamePasskey', vera, { id, name: ' Nyckeln ' });
    const { body } = await callFactor<Factors>(transport, 'get', vera);
    expect(body.passkeys).toEqual([
      {
        id,
        name: 'Nyckeln',
        created_at: world.now().toISOString(),
        last_used_at: world.now().toISOString(),
      },
    ]);
    expect((await callFactor(transport, 'removePasskey', vera, { id })).status).toBe(200);
    expect((await logInWith(transport, {})).status).toBe(200);
  });

  test('confirms a password', async () => {
    const vera = await addLoggedInAdmin();
    const authenticator = makeAuthenticator();
    await add(transport, vera, authenticator.register(await creationOptions(transport, vera)));
    advance(CONFIRMED_MS);
    const headers = { ...newCaller(), ...vera.headers };
    const { body } = await call<PasskeyOptions>(app, transport, 'admin.admins.passkeyConfirm', { headers });
    const passkey = authenticator.assert(body);
    // A challenge for a confirmation does not work for a login.
    expect((await logInWith(transport, { passkey })).status).toBe(401);
    expect((await world.confirmPassword(transport, vera, ADMIN_PASSWORD, { passkey })).status).toBe(200);
  });

  test('cannot be replayed, not even at the same time', async () => {
    const authenticator = await givePasskey(db, (await addAdmin()).id);
    const passkey = authenticator.assert((await loginOptions(transport)).body);
    const responses = await Promise.all(Array.from({ length: 4 }, () => logInWith(transport, { passkey })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, ...response } of responses)
      if (status !== 200) expect(outcomeOf({ status, ...response })).toEqual(error('admin.code_failed'));
  });

  test.each([
    ['another site', { origin: 'https://lopp.example' }],
    ['another relying party', { rpId: 'lopp.example' }],
  ])('is refused from %s', async (_, site) => {
    const vera = await addLoggedInAdmin();
    const authenticator = await givePasskey(db, (await addAdmin('olle')).id);
    const { body } = await loginOptions(transport, 'olle');
    expect((await logInWith(transport, { passkey: authenticator.assert(body, site) }, 'olle')).status).toBe(
      401,
    );
    const options = await creationOptions(transport, vera);
    const response = await add(transport, vera, makeAuthenticator().register(options, site));
    expect(outcomeOf(response)).toEqual(error('admin.passkey_invalid'));
  });

  test('is refused after 5 minutes, with an old counter, of another admin, and with another key', async () => {
    const authenticator = await givePasskey(db, (await addAdmin()).id);
    const foreign = await givePasskey(db, (await addAdmin('olle')).id);
    const attempt = async (respond: (options: PasskeyOptions) => object, waitMs = 0) => {
      const { body } = await loginOptions(transport);
      advance(waitMs);
      return (await logInWith(transport, { passkey: respond(body) as never })).status;
    };
    expect(await attempt((options) => authenticator.assert(options), 5 * MINUTE_MS)).toBe(401);
    expect(await attempt((options) => authenticator.assert(options, { counter: 7 }))).toBe(200);
    expect(await attempt((options) => authenticator.assert(options, { counter: 7 }))).toBe(401);
    expect(await attempt((options) => foreign.assert(options))).toBe(401);
    const forged = (options: PasskeyOptions) => ({ ...foreign.assert(options), id: authenticator.id });
    expect(await attempt(forged)).toBe(401);
    expect(await attempt((options) => authenticator.assert(options, { counter: 8 }))).toBe(200);
  });

  test('is added once, in answer to a challenge of its admin', async () => {
    const vera = await addLoggedInAdmin();
    const olle = await addLoggedInAdmin('olle');
    const authenticator = makeAuthenticator();
    const passkey = authenticator.register(await creationOptions(transport, vera));
    expect(outcomeOf(await add(transport, olle, passkey))).toEqual(error('admin.passkey_invalid'));
    expect((await add(transport, vera, passkey)).status).toBe(200);
    expect(outcomeOf(await add(transport, vera, passkey))).toEqual(error('admin.passkey_invalid'));
    const again = authenticator.register(await creationOptions(transport, olle));
    expect(outcomeOf(await add(transport, olle, again))).toEqual(error('admin.passkey_exists'));
  });

  test('of another admin is not found', async () => {
    const vera = await addLoggedInAdmin();
    const { id } = await givePasskey(db, (await addAdmin('olle')).id);
    for (const [name, input] of [
      ['renamePasskey', { id, name: 'Min' }],
      ['removePasskey', { id }],
    ] as const)
      expect(outcomeOf(await callFactor(transport, name, vera, input))).toEqual(
        error('admin.passkey_not_found'),
      );
  });

  test('is one of at most ten', async () => {
    const vera = await addAdmin();
    const options = await creationOptions(transport, vera);
    for (let count = 0; count < 10; count++) await givePasskey(db, vera.id);
    const passkey = makeAuthenticator().register(options);
    expect(outcomeOf(await add(transport, vera, passkey))).toEqual(error('admin.too_many_passkeys'));
  });

  test.each([
    [{ id: 'a b' }, 'admin.passkey_invalid'],
    [{ id: 'abc', response: {} }, 'admin.passkey_invalid'],
    ['x', 'admin.passkey_invalid'],
  ] as const)('%j is rejected with %s', async (passkey, code) => {
    const vera = await addLoggedInAdmin();
    expect(outcomeOf(await add(transport, vera, passkey as object))).toEqual(error(code));
    expect(outcomeOf(await logInWith(transport, { passkey: passkey as never }))).toEqual(error(code));
  });
});

test('the options of a login need the right password, and a passkey', async () => {
  await addAdmin();
  for (const transport of TRANSPORTS) {
    expect(outcomeOf(await loginOptions(transport, 'vera', 'Fel-losen1'))).toEqual(
      error('admin.login_failed'),
    );
    expect(outcomeOf(await loginOptions(transport, 'nobody'))).toEqual(error('admin.login_failed'));
    expect(outcomeOf(await loginOptions(transport))).toEqual(error('admin.passkey_not_found'));
  }
});
