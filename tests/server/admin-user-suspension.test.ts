import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema/index.ts';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { auditEntriesOf } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAccount, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller, type TestApp, TRANSPORTS } from '#tests/support/transports.ts';
import { openUsersWorld, UNAUTHORIZED, UPDATE } from '#tests/support/users-world.ts';

const { admin, app, secondApp } = await openUsersWorld();

const PASSWORD = 'Loppet2027';
const logIn = (email: string) => {
  const caller = { headers: newCaller() };
  const input = { email, password: PASSWORD };
  return call<{ access_token?: string }>(secondApp, 'rest', 'marketplace.accounts.login', caller, input);
};
const suspend = (id: string, is_suspended = true) =>
  call<AdminAccount>(app, 'rest', UPDATE, admin, { id, is_suspended });

test('a suspension logs the member out on both instances and unlists their ads, until it is lifted', async () => {
  const password_hash = await hashPassword(PASSWORD);
  const anna = await makeMember(app.db, { full_name: 'Anna Ek', password_hash });
  const bo = await makeMember(app.db);
  const ads = [
    await makeAnnouncement(app.db, { user_id: anna.id }),
    await makeAnnouncement(app.db, { user_id: bo.id }),
  ];
  const listOpenAds = async (instance: TestApp) => {
    const { body } = await call<{ id: string }[]>(instance, 'rest', 'public.announcements.list');
    return body.map(({ id }) => id);
  };
  const getProfile = (instance: TestApp, caller: object) =>
    call(instance, 'rest', 'marketplace.accounts.me', caller);
  for (const instance of [app, secondApp]) expect((await getProfile(instance, anna)).status).toBe(200);

  const { status, body } = await suspend(anna.id);
  expect([status, body.is_suspended]).toEqual([200, true]);
  for (const instance of [secondApp, app]) {
    expect(outcomeOf(await getProfile(instance, anna))).toEqual(UNAUTHORIZED);
    expect((await getProfile(instance, bo)).status).toBe(200);
    expect(await listOpenAds(instance)).toEqual([ads[1]?.id as string]);
  }
  expect(outcomeOf(await logIn(anna.email))).toEqual([401, 'login.suspended', 'This account is suspended.']);
  expect(await app.db.select().from(sessions).where(eq(sessions.user_id, anna.id))).toEqual([]);

  // A second suspension changes nothing. After the suspension is lifted, the old session stays invalid, but a new
  // login works.
  await suspend(anna.id);
  expect((await suspend(anna.id, false)).body.is_suspended).toBe(false);
  expect(outcomeOf(await getProfile(app, anna))).toEqual(UNAUTHORIZED);
  expect((await logIn(anna.email)).status).toBe(200);
  expect((await listOpenAds(app)).sort()).toEqual(ads.map(({ id }) => id).sort());
  expect(await auditEntriesOf(app.db)).toEqual([
    ['account.suspend', 'Anna Ek'],
    ['account.unsuspend', 'Anna Ek'],
  ]);
});

test('a suspension closes the live streams of that member at once on both instances, and no others', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const streams = await Promise.all([app, secondApp].map((instance) => openStream(instance, anna.headers)));
  const otherStream = await openStream(secondApp, bo.headers);
  // Wait until both instances listen.
  await Bun.sleep(300);
  await suspend(anna.id);
  for (const stream of streams) {
    expect(await stream.until(stream.isOver, 2000)).toBeLessThan(1000);
    expect(stream.code()).toBe('request.unauthorized');
  }
  expect(otherStream.isOver()).toBe(false);
  await otherStream.leave();
});

test('of 20 concurrent suspensions of one member all succeed, and one audit entry is written', async () => {
  const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call(i % 2 ? app : secondApp, TRANSPORTS[i % 2] ?? 'rest', UPDATE, admin, {
        id: anna.id,
        is_suspended: true,
      }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await auditEntriesOf(app.db)).toEqual([['account.suspend', 'Anna Ek']]);
});

test('a suspension leaves the member logged in when its audit entry fails', async () => {
  const anna = await makeMember(app.db);
  await app.sql`alter table audit_log add constraint no_more check (action <> 'account.suspend')`;
  try {
    expect((await suspend(anna.id)).status).toBe(500);
    expect((await call(app, 'rest', 'marketplace.accounts.me', anna)).status).toBe(200);
  } finally {
    await app.sql`alter table audit_log drop constraint no_more`;
  }
});

test('a login during a suspension leaves no session', async () => {
  const password_hash = await hashPassword(PASSWORD);
  for (let round = 0; round < 3; round++) {
    const anna = await makeAccount(app.db, { password_hash });
    const [login] = await Promise.all([logIn(anna.email), suspend(anna.id)]);
    const headers = { authorization: `Bearer ${login.body.access_token ?? 'none'}` };
    expect(outcomeOf(await call(app, 'rest', 'marketplace.accounts.me', { headers }))).toEqual(UNAUTHORIZED);
    expect(await app.db.select().from(sessions).where(eq(sessions.user_id, anna.id))).toEqual([]);
  }
});
