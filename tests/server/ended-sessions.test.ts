import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { until } from '#tests/support/process.ts';

const app = await appOfFile();

/** Sends a call without its last byte. The returned function sends that byte and returns the status. */
async function startCall(method: string, path: string, headers: Record<string, string>, input: object) {
  const { port, hostname } = new URL(app.url);
  const body = JSON.stringify(input);
  const lines = Object.entries({
    host: hostname,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const response = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => (text += chunk)).on('close', () => response.resolve(text));
  socket.write(`${method} /api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  // Once another call on a new connection has returned, the server has received this one.
  await Bun.sleep(50);
  await call(app, 'rest', 'public.contact.info', {});
  return async () => {
    socket.write(body.slice(-1));
    return Number((await response.promise).split(' ')[1]);
  };
}

describe('a call is rejected if its session ends while its body is being sent', () => {
  const NEW_NAME = { full_name: 'Någon Annan' };

  test('after a logout of the member', async () => {
    const anna = await makeMember(app.db);
    const finishCall = await startCall('PUT', '/marketplace/profile', anna.headers, NEW_NAME);
    expect((await call(app, 'rest', 'marketplace.accounts.logout', anna)).status).toBe(200);
    expect(await finishCall()).toBe(401);
    const otherMember = await makeMember(app.db);
    const finishOtherCall = await startCall('PUT', '/marketplace/profile', otherMember.headers, NEW_NAME);
    expect(await finishOtherCall()).toBe(200);
  });

  test('after a suspension of the member', async () => {
    const [anna, admin] = [await makeMember(app.db), await makeAdmin(app.db)];
    const finishCall = await startCall('PUT', '/marketplace/profile', anna.headers, NEW_NAME);
    const suspension = { id: anna.id, is_suspended: true };
    expect((await call(app, 'rest', 'admin.accounts.update', admin, suspension)).status).toBe(200);
    expect(await finishCall()).toBe(401);
  });

  test('after a logout of the admin', async () => {
    const [admin, anna] = [await makeAdmin(app.db), await makeMember(app.db)];
    const finishCall = await startCall('PUT', `/admin/marketplace/users/${anna.id}`, admin.headers, NEW_NAME);
    expect((await call(app, 'rest', 'admin.admins.logout', admin)).status).toBe(200);
    expect(await finishCall()).toBe(401);
  });
});

describe('while a member has as many running calls as allowed', () => {
  const RUNNING_COUNT = 3;

  async function holdRunningCalls(anna: Awaited<ReturnType<typeof makeMember>>) {
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const transaction = app.sql.begin(async (sql) => {
      await sql`select from marketplace_users where id = ${anna.id} for update`;
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const rename = () => call(app, 'trpc', 'marketplace.accounts.updateProfile', anna, { full_name: 'A B' });
    const runningCalls = Array.from({ length: RUNNING_COUNT }, rename);
    await until(async () => {
      const [row] = await app.sql`select count(*)::int as count from pg_locks where not granted`;
      return row?.count >= RUNNING_COUNT;
    }, 2000);
    const release = async () => {
      released.resolve();
      await transaction;
      return Promise.all(runningCalls);
    };
    return { release };
  }

  test('a logout does not wait, and a queued call is rejected afterwards', async () => {
    const anna = await makeMember(app.db);
    const { release } = await holdRunningCalls(anna);
    const queuedCall = call(app, 'trpc', 'marketplace.accounts.me', anna);
    await Bun.sleep(50);
    expect((await call(app, 'rest', 'marketplace.accounts.logout', anna)).status).toBe(200);
    await release();
    expect((await queuedCall).status).toBe(401);
  });
});
