import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Factors, RecoveryCodes, TotpStart } from '#src/features/admins/factors/contract.ts';
import { CONFIRMED_MS } from '#src/platform/procedure/admin-access.ts';
import { ADMIN_PASSWORD } from '#tests/support/admin-actions.ts';
import { codeNow, givePasskey, giveTotp } from '#tests/support/admin-factors.ts';
import { type Caller, openAdminWorld } from '#tests/support/admin-world.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import type { Transport } from '#tests/support/transports.ts';

const transport = 'rest';

const STEP_MS = 30_000;

const world = await openAdminWorld();
const {
  app,
  callFactor,
  db,
  now,
  advance,
  addAdmin,
  addLoggedInAdmin,
  logInWith,
  fetchSession,
  auditEntries,
} = world;
afterAll(() => app.stop());
beforeEach(world.reset);

const readFactors = async (transport: Transport, caller: Caller) =>
  (await callFactor<Factors>(transport, 'get', caller)).body;

/** Adds an app for codes as an admin does. */
async function enrol(transport: Transport, caller: Caller) {
  const { secret, uri } = (await callFactor<TotpStart>(transport, 'startTotp', caller)).body;
  const code = await codeNow(secret, now());
  const { body, status } = await callFactor<RecoveryCodes>(transport, 'confirmTotp', caller, { code });
  expect(status).toBe(200);
  return { secret, uri, code, recoveryCodes: body.recovery_codes };
}

describe('an app for codes', () => {
  test('is in use once its code is confirmed, and gives ten recovery codes', async () => {
    const vera = await addLoggedInAdmin();
    const started = await callFactor<TotpStart>(transport, 'startTotp', vera);
    expect(started.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(started.body.uri);
    expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      started.body.secret,
      'Loppkalendern',
    ]);
    expect(uri.pathname).toEndWith(':vera');
    expect((await logInWith(transport, {})).status).toBe(200);
    expect((await readFactors(transport, vera)).has_totp).toBe(false);

    const { recoveryCodes } = await enrol(transport, vera);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await readFactors(transport, vera)).toEqual({
      has_totp: true,
      passkeys: [],
      recovery_codes_left: 10,
      is_required: false,
    });
    expect(outcomeOf(await logInWith(transport, {}))).toEqual(error('admin.code_required'));
    expect(outcomeOf(await callFactor(transport, 'startTotp', vera))).toEqual(error('admin.totp_exists'));
  });

  test('ends the other sessions of the admin, which had no second factor', async () => {
    const vera = await addLoggedInAdmin();
    const other = await world.openSession();
    const olle = await addAdmin('olle');
    await enrol(transport, vera);
    const sessions = await Promise.all([vera, other, olle].map((one) => fetchSession(transport, one)));
    expect(sessions.map(({ status }) => status)).toEqual([200, 401, 200]);
  });

  test('is not confirmed by a wrong code, or without a start', async () => {
    const vera = await addLoggedInAdmin();
    const confirm = (code: unknown) => callFactor(transport, 'confirmTotp', vera, { code });
    expect(outcomeOf(await confirm('123456'))).toEqual(error('admin.totp_not_started'));
    const { body } = await callFactor<TotpStart>(transport, 'startTotp', vera);
    expect(outcomeOf(await confirm(await codeNow(body.secret, now(), 3)))).toEqual(error('admin.wrong_code'));
    expect(outcomeOf(await confirm(''))).toEqual(error('admin.code'));
    expect(outcomeOf(await confirm(undefined))).toEqual(error('admin.code'));
    expect((await readFactors(transport, vera)).has_totp).toBe(false);
  });

  test('needs a recent confirmation to be added or removed', async () => {
    const vera = await addLoggedInAdmin();
    const { secret } = await enrol(transport, vera);
    advance(CONFIRMED_MS);
    for (const name of ['startTotp', 'removeTotp', 'passkeyOptions', 'renewRecoveryCodes'])
      expect(outcomeOf(await callFactor(transport, name, vera))).toEqual(error('admin.confirm_password'));
    const factor = { code: await codeNow(secret, now()) };
    expect((await world.confirmPassword(transport, vera, ADMIN_PASSWORD, factor)).status).toBe(200);
    expect((await callFactor(transport, 'removeTotp', vera)).status).toBe(200);
    expect(await readFactors(transport, vera)).toMatchObject({ has_totp: false, recovery_codes_left: 0 });
    expect((await logInWith(transport, {})).status).toBe(200);
  });
});

describe('a login with a code', () => {
  const prepare = async () => {
    const vera = await addAdmin();
    return giveTotp(db, vera.id);
  };

  test('works within one step, and once for each code', async () => {
    const secret = await prepare();
    for (const offset of [-1, 0, 1]) {
      const code = await codeNow(secret, now(), offset);
      expect((await logInWith(transport, { code })).status).toBe(200);
      expect(outcomeOf(await logInWith(transport, { code }))).toEqual(error('admin.code_failed'));
    }
    for (const offset of [-2, -1, 0, 2]) {
      const code = await codeNow(secret, now(), offset);
      expect(outcomeOf(await logInWith(transport, { code }))).toEqual(error('admin.code_failed'));
    }
    advance(2 * STEP_MS);
    expect((await logInWith(transport, { code: await codeNow(secret, now()) })).status).toBe(200);
  });

  test('works for one of many at the same time', async () => {
    const secret = await prepare();
    const code = await codeNow(secret, now());
    const responses = await Promise.all(Array.from({ length: 5 }, () => logInWith(transport, { code })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      await app.sql`select from admin_sessions where has_second_factor and expires_at < '2099-01-01'`,
    ).toHaveLength(1);
  });

  test('accepts spaces in the code', async () => {
    const code = await codeNow(await prepare(), now());
    expect((await logInWith(transport, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200);
  });

  test('needs the right password first', async () => {
    const code = await codeNow(await prepare(), now());
    for (const factor of [{}, { code }, { code: '000000' }]) {
      const response = await world.logIn(transport, 'vera', 'Fel-losen1', undefined, factor);
      expect(outcomeOf(response)).toEqual(error('admin.login_failed'));
    }
    expect((await logInWith(transport, { code })).status).toBe(200);
  });

  test('is logged with the wrong codes, and never with a code', async () => {
    const secret = await prepare();
    await logInWith(transport, {});
    await logInWith(transport, { code: '000000' });
    await logInWith(transport, { code: await codeNow(secret, now()) });
    expect(await auditEntries()).toEqual([
      ['admin.code_failed', 'vera'],
      ['admin.login', 'vera'],
    ]);
  });

  test('is limited to 30 codes an hour, from all addresses', async () => {
    const secret = await prepare();
    const code = await codeNow(secret, now());
    for (let attempt = 0; attempt < 30; attempt++)
      expect((await logInWith(transport, { code: 'AAAA-BBBB' })).status).toBe(401);
    expect(outcomeOf(await logInWith(transport, { code }))).toEqual(error('request.too_many'));
    expect(outcomeOf(await logInWith(transport, {}))).toEqual(error('admin.code_required'));
  });
});

describe('a recovery code', () => {
  test('works once, also for one of many at the same time, and is noted', async () => {
    const { recoveryCodes } = await enrol(transport, await addLoggedInAdmin());
    const [first = '', second = ''] = recoveryCodes;
    const typed = { code: first.toLowerCase().replaceAll('-', ' ') };
    const responses = await Promise.all(Array.from({ length: 4 }, () => logInWith(transport, typed)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logInWith(transport, { code: second })).status).toBe(200);
    expect((await auditEntries()).filter(([action]) => action === 'admin.recovery_code')).toHaveLength(2);
  });

  test('is stored as a hash, and replaced by new ones', async () => {
    const vera = await addLoggedInAdmin();
    expect(outcomeOf(await callFactor(transport, 'renewRecoveryCodes', vera))).toEqual(
      error('admin.no_factor'),
    );
    const { recoveryCodes } = await enrol(transport, vera);
    const stored = JSON.stringify(await app.sql`select * from admin_recovery_codes`);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
    const { body } = await callFactor<RecoveryCodes>(transport, 'renewRecoveryCodes', vera);
    expect((await logInWith(transport, { code: recoveryCodes[0] ?? '' })).status).toBe(401);
    expect((await logInWith(transport, { code: body.recovery_codes[0] ?? '' })).status).toBe(200);
    expect((await readFactors(transport, vera)).recovery_codes_left).toBe(9);
  });

  test('of another admin does not work', async () => {
    const { recoveryCodes } = await enrol(transport, await addLoggedInAdmin('olle'));
    await enrol(transport, await addLoggedInAdmin('vera'));
    expect((await logInWith(transport, { code: recoveryCodes[0] ?? '' })).status).toBe(401);
  });

  test('stays valid when a second factor is added and the first is removed', async () => {
    const vera = await addLoggedInAdmin();
    const { recoveryCodes } = await enrol(transport, vera);
    const [{ id = '' } = {}] = await app.sql<{ id: string }[]>`select id from admins`;
    await givePasskey(db, id);
    expect((await callFactor(transport, 'removeTotp', vera)).status).toBe(200);
    expect(outcomeOf(await logInWith(transport, {}))).toEqual(error('admin.passkey_required'));
    expect((await logInWith(transport, { code: recoveryCodes[0] ?? '' })).status).toBe(200);
  });
});

describe('a confirmation', () => {
  test('needs the code too, and uses it up', async () => {
    const vera = await addLoggedInAdmin();
    const { secret, code } = await enrol(transport, vera);
    advance(CONFIRMED_MS);
    const confirm = (factor = {}) => world.confirmPassword(transport, vera, ADMIN_PASSWORD, factor);
    expect(outcomeOf(await confirm())).toEqual(error('admin.confirm_code'));
    expect(outcomeOf(await confirm({ code }))).toEqual(error('admin.wrong_code'));
    const fresh = { code: await codeNow(secret, now()) };
    expect(outcomeOf(await world.confirmPassword(transport, vera, 'Fel-losen1', fresh))).toEqual(
      error('admin.wrong_password'),
    );
    expect((await fetchSession(transport, vera)).body.is_confirmed).toBe(false);
    expect((await confirm(fresh)).status).toBe(200);
    expect((await fetchSession(transport, vera)).body.is_confirmed).toBe(true);
    expect(outcomeOf(await confirm(fresh))).toEqual(error('admin.wrong_code'));
  });
});

test('a login that began before the first factor was added needs it too', async () => {
  const vera = await addAdmin();
  const gate = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const enrolment = db.transaction(async (tx) => {
    await giveTotp(tx, vera.id);
    isLocked.resolve();
    await gate.promise;
  });
  await isLocked.promise;
  const login = logInWith('rest', {});
  const { waitForLockWaits } = await import('#tests/support/accounts.ts');
  await waitForLockWaits(app, 1);
  gate.resolve();
  await enrolment;
  expect(outcomeOf(await login)).toEqual(error('admin.code_required'));
});

test('no secret and no code is in a response after its creation, or in the audit log', async () => {
  const vera = await addLoggedInAdmin();
  const { secret, recoveryCodes } = await enrol('rest', vera);
  const responses = await Promise.all([
    callFactor('rest', 'get', vera),
    call(app, 'rest', 'admin.admins.list', vera),
    call(app, 'rest', 'admin.admins.verify', vera),
    call(app, 'rest', 'admin.sessions.list', vera, { all: true }),
    call(app, 'rest', 'admin.audit.list', vera),
  ]);
  const texts = JSON.stringify(responses.map(({ body }) => body));
  for (const hidden of [secret, ...recoveryCodes, 'hash']) expect(texts).not.toContain(hidden);
});
