import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, isNotNull } from 'drizzle-orm';
import { adminPasskeys, adminSessions, admins } from '#db/schema/index.ts';
import type { EnteredFactor } from '#src/features/admins/factors/contract.ts';
import { CONFIRMED_MS } from '#src/platform/procedure/admin-access.ts';
import { operationsOf } from '#src/platform/procedure/operations.ts';
import { appRouter } from '#src/router.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { ADMIN_PASSWORD } from '#tests/support/admin-actions.ts';
import { codeNow, givePasskey, giveTotp, newPasskeyInput } from '#tests/support/admin-factors.ts';
import { bearer, type Caller, openAdminWorld } from '#tests/support/admin-world.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { sendImport } from '#tests/support/imports.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const NEW_PASSWORD = 'Annat-losen1';

const world = await openAdminWorld();
const { app, db, now, advance, addAdmin, addLoggedInAdmin, openSession, fetchSession } = world;
const { changePassword, auditEntries } = world;
afterAll(() => app.stop());
beforeEach(world.reset);

/** A session whose password must be entered again, of an admin with a second factor. */
async function unconfirmedSession() {
  const admin = await addAdmin();
  const caller = await openSession();
  const secret = await giveTotp(db, admin.id);
  await db.update(adminSessions).set({ has_second_factor: true });
  advance(CONFIRMED_MS);
  return { admin, caller, secret };
}

describe('a call that returns a token of an admin', () => {
  const credentials = { username: 'vera', password: ADMIN_PASSWORD };
  const passwords = { current_password: ADMIN_PASSWORD, new_password: NEW_PASSWORD };
  const INPUTS: Record<string, object> = {
    'admin.admins.login': credentials,
    'admin.admins.changePassword': passwords,
  };
  const returnsToken = ({ output }: { output: unknown }) =>
    'access_token' in ((output as { entries?: object } | undefined)?.entries ?? {});
  const names = operationsOf(appRouter)
    .filter(({ name }) => name.startsWith('admin.'))
    .filter(returnsToken)
    .map(({ name }) => name);

  test('is one of those tested here', () => {
    expect(names.sort()).toEqual(Object.keys(INPUTS).sort());
  });

  test.each(TRANSPORTS.flatMap((transport) => names.map((name) => [name, transport] as const)))(
    'does so for the password alone only if the admin has no second factor: %s over %s',
    async (name, transport) => {
      const { caller, secret } = await unconfirmedSession();
      const attempt = (factor: EnteredFactor) =>
        call<{ access_token?: string }>(
          app,
          transport,
          name,
          { headers: { ...newCaller(), ...caller.headers } },
          { ...INPUTS[name], ...factor },
        );
      for (const factor of [{}, { code: '' }, { code: '000000' }, { code: 'AAAA-BBBB' }]) {
        const { status, body } = await attempt(factor);
        expect([status >= 400, body.access_token]).toEqual([true, undefined]);
      }
      const { status, body } = await attempt({ code: await codeNow(secret, now()) });
      expect(status).toBe(200);
      const session = await fetchSession(transport, bearer(body.access_token ?? ''));
      expect(session.body).toMatchObject({ is_confirmed: true, has_totp: true });
    },
  );
});

test('changing the password says that a code is missing or wrong, and changes nothing', async () => {
  const { caller } = await unconfirmedSession();
  expect(outcomeOf(await changePassword('rest', caller, NEW_PASSWORD))).toEqual(error('admin.confirm_code'));
  const wrong = await changePassword('rest', caller, NEW_PASSWORD, ADMIN_PASSWORD, { code: '000000' });
  expect(outcomeOf(wrong)).toEqual(error('admin.wrong_code'));
  expect(await auditEntries()).toContainEqual(['admin.code_failed', 'vera']);
  expect((await fetchSession('rest', caller)).body.is_confirmed).toBe(false);
  expect((await changePassword('rest', caller, NEW_PASSWORD, 'wrong')).body).toMatchObject({
    code: 'admin.wrong_password',
  });
});

describe('a session that was opened with the password alone', () => {
  test.each([
    ['an app for codes', (id: string) => giveTotp(db, id)],
    ['a passkey', (id: string) => givePasskey(db, id)],
  ])('is refused once its admin has %s, as an older instance beside this one opens them', async (_, give) => {
    const admin = await addAdmin();
    const caller = await openSession();
    expect((await fetchSession('rest', caller)).status).toBe(200);
    await give(admin.id);
    for (const transport of TRANSPORTS) expect((await fetchSession(transport, caller)).status).toBe(401);
    expect((await app.api('GET /admin/backup/export', caller)).status).toBe(401);
  });

  test('works if the app for codes was not confirmed', async () => {
    const admin = await addAdmin();
    const caller = await openSession();
    await giveTotp(db, admin.id, { isConfirmed: false });
    expect((await fetchSession('rest', caller)).status).toBe(200);
  });
});

describe('a call that waits for a lock while its session ends', () => {
  /** Starts the call while another transaction holds `lock`, ends the session of the caller, and returns the status. */
  async function statusAfterSessionEnds(
    caller: Caller,
    lock: string,
    start: (caller: Caller) => Promise<{ status: number }>,
  ): Promise<number> {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const transaction = app.sql.begin(async (sql) => {
      await sql.unsafe(lock);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const response = start(caller);
    await waitForLockWaits(app, 1);
    await app.sql`delete from admin_sessions`;
    released.resolve();
    await transaction;
    return (await response).status;
  }
  const LOCK_ADMINS = 'select from admins for update';
  const factorCall = (name: string, input: Record<string, unknown>) => (caller: Caller) =>
    call(app, 'rest', `admin.factors.${name}`, caller, input);

  test('adds no passkey', async () => {
    const admin = await addAdmin();
    const input = await newPasskeyInput(db, admin.id);
    const start = factorCall('addPasskey', input);
    expect(await statusAfterSessionEnds(await openSession(), LOCK_ADMINS, start)).toBe(401);
    expect(await db.select().from(adminPasskeys)).toEqual([]);
  });

  test('starts and confirms no app for codes', async () => {
    const admin = await addAdmin();
    expect(await statusAfterSessionEnds(await openSession(), LOCK_ADMINS, factorCall('startTotp', {}))).toBe(
      401,
    );
    expect(await db.select().from(admins).where(isNotNull(admins.totp_secret))).toEqual([]);
    const secret = await giveTotp(db, admin.id, { isConfirmed: false });
    const confirm = factorCall('confirmTotp', { code: await codeNow(secret, now()) });
    expect(await statusAfterSessionEnds(await openSession(), LOCK_ADMINS, confirm)).toBe(401);
    expect(await db.select().from(admins).where(isNotNull(admins.totp_confirmed_at))).toEqual([]);
  });

  test('adds no admin', async () => {
    const caller = await addLoggedInAdmin();
    // The transaction that inserts the same name is rolled back.
    const insertion = Promise.withResolvers<void>();
    const rolledBack = app.sql
      .begin(async (sql) => {
        await sql`insert into admins (id, username, password_hash) values (gen_random_uuid(), 'ny', '')`;
        insertion.resolve();
        await waitForLockWaits(app, 1);
        await app.sql`delete from admin_sessions`;
        throw new Error('rolled back');
      })
      .catch(() => {});
    await insertion.promise;
    const response = await call(app, 'rest', 'admin.admins.create', caller, {
      username: 'ny',
      password: NEW_PASSWORD,
    });
    await rolledBack;
    expect(response.status).toBe(401);
    expect(await db.select().from(admins).where(eq(admins.username, 'ny'))).toEqual([]);
  });

  test('imports no events', async () => {
    const caller = await addLoggedInAdmin();
    const csv = 'event_date,event_name,distances,sport_type\n2027-05-22,Loppet,10 km,Löpning\n';
    const status = await statusAfterSessionEnds(caller, 'lock table series in exclusive mode', (waiting) =>
      sendImport(app.url, waiting, new TextEncoder().encode(csv), { query: '?update=true' }),
    );
    expect(status).toBe(401);
    expect((await app.sql`select from events`).length).toBe(0);
  });

  test('imports no backup', async () => {
    const caller = await addLoggedInAdmin();
    const backup = await backupsOf(app, caller.headers).export();
    await app.sql`insert into series (id, slug, name) values (gen_random_uuid(), 'kvar', 'Kvar')`;
    const status = await statusAfterSessionEnds(
      caller,
      'lock table banners in access share mode; lock table events in share row exclusive mode',
      ({ headers }) => backupsOf(app, headers).import(backup) as Promise<{ status: number }>,
    );
    expect(status).toBe(401);
    expect((await app.sql`select from series where slug = 'kvar'`).length).toBe(1);
    await app.sql`delete from series`;
  });
});
