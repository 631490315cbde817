import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema/index.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { auditEntriesOf } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAccount, makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import { openUsersWorld, UNAUTHORIZED, UPDATE } from '#tests/support/users-world.ts';

const { admin, app, secondApp } = await openUsersWorld();

test('a suspension closes the live streams of that member at once on both instances, and no others', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const streams = await Promise.all([app, secondApp].map((instance) => openStream(instance, anna.headers)));
  const otherStream = await openStream(secondApp, bo.headers);
  // Wait until both instances listen.
  await Bun.sleep(300);
  await call(app, 'rest', UPDATE, admin, { id: anna.id, is_suspended: true });
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
    expect((await call(app, 'rest', UPDATE, admin, { id: anna.id, is_suspended: true })).status).toBe(500);
    expect((await call(app, 'rest', 'marketplace.accounts.me', anna)).status).toBe(200);
  } finally {
    await app.sql`alter table audit_log drop constraint no_more`;
  }
});

test('a login during a suspension leaves no session', async () => {
  const password_hash = await hashPassword('Loppet2027');
  for (let round = 0; round < 3; round++) {
    const anna = await makeAccount(app.db, { password_hash });
    const [login] = await Promise.all([
      call<{ access_token?: string }>(
        secondApp,
        'rest',
        'marketplace.accounts.login',
        { headers: newCaller() },
        { email: anna.email, password: 'Loppet2027' },
      ),
      call(app, 'rest', UPDATE, admin, { id: anna.id, is_suspended: true }),
    ]);
    const headers = { authorization: `Bearer ${login.body.access_token ?? 'none'}` };
    expect(outcomeOf(await call(app, 'rest', 'marketplace.accounts.me', { headers }))).toEqual(UNAUTHORIZED);
    expect(await app.db.select().from(sessions).where(eq(sessions.user_id, anna.id))).toEqual([]);
  }
});
