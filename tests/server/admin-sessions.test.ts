import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { AdminSessionItem } from '#src/features/admins/contract.ts';
import { ADMIN_PASSWORD } from '#tests/support/admin-actions.ts';
import { bearer, type Caller, openAdminWorld, START } from '#tests/support/admin-world.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'rest';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

const world = await openAdminWorld();
const { app, advance, addAdmin, addLoggedInAdmin, openSession, logIn, fetchSession, auditEntries } = world;
afterAll(() => app.stop());
beforeEach(world.reset);

const list = async (transport: Transport, caller: Caller, input: object = {}) =>
  (await call<AdminSessionItem[]>(app, transport, 'admin.sessions.list', caller, { ...input })).body;
const end = (transport: Transport, caller: Caller, id: string) =>
  call(app, transport, 'admin.sessions.end', caller, { id });

describe('sessions', () => {
  test('are listed with device and last use, own ones by default', async () => {
    await addAdmin('olle');
    const vera = await addLoggedInAdmin('vera');
    advance(MINUTE_MS);
    const headers = { ...newCaller(), 'user-agent': FIREFOX };
    const { body } = await logIn(transport, 'vera', ADMIN_PASSWORD, headers);
    const sessions = await list(transport, bearer(body.access_token));
    const own = sessions.filter(({ created_at }) => created_at >= START.toISOString());
    expect(own).toMatchObject([
      { username: 'vera', device: 'Firefox på Linux', is_current: true, has_second_factor: false },
      { username: 'vera', is_current: false, last_used_at: START.toISOString() },
    ]);
    expect(sessions.some(({ username }) => username === 'olle')).toBe(false);
    expect(JSON.stringify(sessions)).not.toContain('token');
    const all = await list(transport, vera, { all: true });
    expect(all.some(({ username }) => username === 'olle')).toBe(true);
    expect(all.filter(({ is_current }) => is_current)).toHaveLength(1);
  });

  test('store their last use at most every 5 minutes', async () => {
    const vera = await addLoggedInAdmin('vera');
    const lastUse = async () =>
      (await list(transport, vera)).find(({ is_current }) => is_current)?.last_used_at;
    advance(5 * MINUTE_MS - 1);
    expect(await lastUse()).toBe(START.toISOString());
    advance(1);
    await fetchSession(transport, vera);
    expect(await lastUse()).toBe(world.now().toISOString());
  });

  test('are not listed after they expire', async () => {
    await addLoggedInAdmin('vera');
    advance(12 * 60 * MINUTE_MS);
    const later = await openSession();
    expect(
      (await list(transport, later)).filter(
        ({ created_at }) => created_at <= START.toISOString() && created_at >= '2027',
      ),
    ).toEqual([]);
  });

  test('end at the next call, also those of other admins, once', async () => {
    const vera = await addAdmin('vera');
    const olle = await addAdmin('olle');
    expect((await end(transport, vera, olle.session_id)).status).toBe(200);
    expect((await fetchSession(transport, olle)).status).toBe(401);
    expect(outcomeOf(await end(transport, vera, olle.session_id))).toEqual(error('admin.session_not_found'));
    expect(await auditEntries()).toEqual([['admin.end_session', 'vera']]);
    const [entry] = await app.sql`select record_id, record_name from audit_log`;
    expect({ ...entry }).toEqual({ record_id: olle.session_id, record_name: 'olle' });
  });

  test('all end but the one that asks for it, and those of other admins', async () => {
    const olle = await addAdmin('olle');
    const first = await addLoggedInAdmin('vera');
    const second = await openSession();
    expect((await call(app, transport, 'admin.sessions.logoutAll', second)).status).toBe(200);
    const statuses = await Promise.all([first, second, olle].map((one) => fetchSession(transport, one)));
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
    expect(await app.sql`select from admin_login_addresses`).toHaveLength(0);
  });
});

test('a call works when the last use cannot be stored', async () => {
  const vera = await addLoggedInAdmin('vera');
  await app.sql.unsafe(`
    create function refuse_use() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse_use before update on admin_sessions for each row execute function refuse_use()`);
  advance(10 * MINUTE_MS);
  expect((await fetchSession('rest', vera)).status).toBe(200);
  await app.sql.unsafe('drop function refuse_use cascade');
});
