import { afterAll, beforeEach, expect, test } from 'bun:test';
import { AppError, ERRORS, type ErrorCode, isErrorCode } from '#src/shared/errors.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { until } from '#tests/support/process.ts';

type Line = { level: string; message: string } & Record<string, unknown>;
let lines: Line[] = [];

/** The token is an error code, so that every error of the catalogue passes through both transports. */
const failWithToken = async (_: unknown, token: string): Promise<never> => {
  throw isErrorCode(token) ? new AppError(token, { retryAfter: 1 }) : new Error(token);
};

/** Every authenticated call fails with the error code that is sent as the token. */
const failingApp = await testApp({
  identify: { member: failWithToken, admin: failWithToken, organiser: failWithToken },
});
const app = await testApp();
for (const instance of [failingApp, app]) recordLines(instance);
afterAll(async () => {
  await failingApp.stop();
  await app.stop();
});
beforeEach(() => {
  lines = [];
});

function recordLines({ context: { log } }: TestApp): void {
  const logAt =
    (level: string) =>
    (fields: object, message = '') =>
      void lines.push({ level, message, ...fields });
  Object.assign(log, { info: logAt('info'), warn: logAt('warn'), error: logAt('error') });
}

async function waitForRequestLine(): Promise<Line | undefined> {
  await until(async () => lines.some(({ message }) => message === 'request'), 1000);
  return lines.find(({ message }) => message === 'request');
}

const CODES = Object.keys(ERRORS) as ErrorCode[];
const PATHS = {
  REST: '/api/marketplace/profile',
  'an admin over REST': '/api/admin/events',
  'a file over REST': '/api/admin/backup/export',
  tRPC: '/trpc/marketplace.accounts.profile',
  'a tRPC batch': '/trpc/marketplace.accounts.profile?batch=1',
};

for (const [name, path] of Object.entries(PATHS))
  test(`every error of the catalogue is logged with the status that is sent: ${name}`, async () => {
    for (const code of CODES) {
      lines = [];
      const response = await fetch(`${failingApp.url}${path}`, {
        headers: { authorization: `Bearer ${code}` },
      });
      await response.arrayBuffer();
      const [status] = ERRORS[code];
      expect([code, response.status]).toEqual([code, status]);
      expect(await waitForRequestLine()).toMatchObject({
        status,
        code,
        level: status >= 500 ? 'warn' : 'info',
      });
      expect(lines.filter(({ level }) => level === 'error').length).toBe(status >= 500 ? 1 : 0);
    }
  });

test('a client that closes its connection is no error', async () => {
  const left = new AbortController();
  const request = fetch(`${app.url}/api/marketplace/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: left.signal,
    body: new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        await Bun.sleep(50);
        left.abort();
      },
    }),
  }).catch(() => undefined);
  await request;
  const line = await waitForRequestLine();
  expect(line?.level).toBe('info');
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

test('an error outside the catalogue is logged as 500', async () => {
  for (const path of Object.values(PATHS)) {
    lines = [];
    const response = await fetch(`${failingApp.url}${path}`, { headers: { authorization: 'Bearer odd' } });
    expect(response.status).toBe(500);
    expect(await waitForRequestLine()).toMatchObject({ status: 500, code: 'server.failed', level: 'warn' });
  }
});

test('a batch with mixed statuses is logged as 207 with the codes of its failed calls', async () => {
  const names = 'public.banners.list,marketplace.accounts.profile,admin.events.list';
  const response = await fetch(`${failingApp.url}/trpc/${names}?batch=1`, {
    headers: { authorization: 'Bearer account.not_found' },
  });
  expect(response.status).toBe(207);
  expect(await waitForRequestLine()).toMatchObject({
    status: 207,
    code: 'account.not_found,account.not_found',
    level: 'info',
  });
});

test.each([
  ['an unknown path', 'GET', '/api/nowhere', {}, 404],
  ['a page that does not exist', 'GET', '/nowhere', {}, 404],
  ['an unknown procedure', 'GET', '/trpc/nowhere', {}, 404],
  ['a broken escape', 'GET', '/api/%zz', {}, 400],
  ['a cross-site write', 'POST', '/api/contact/message', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another content type', 'POST', '/trpc/public.contact.sendMessage', { 'content-type': 'text/plain' }, 415],
  ['a batch that repeats itself', 'GET', '/trpc/a,a?batch=1', {}, 400],
  ['health', 'GET', '/api/health', {}, 200],
] as const)('%s is logged with the status that is sent', async (_, method, path, headers, status) => {
  const response = await fetch(`${failingApp.url}${path}`, { method, headers });
  expect(response.status).toBe(status);
  expect(await waitForRequestLine()).toMatchObject({ status, level: 'info' });
});

test('failed logins are logged over both transports, without a name', async () => {
  const email = 'anna@example.se';
  const failedLogins = [
    ['admin.admins.login', 'POST /admin/login', { username: 'chef', password: 'Fel-losenord-1' }, 'admin'],
    [
      'marketplace.accounts.login',
      'POST /marketplace/login',
      { email, password: 'Fel-losenord-1' },
      'member',
    ],
  ] as const;
  for (const [procedure, path, body, kind] of failedLogins)
    for (const login of [() => app.api(path, { body }), () => app.trpc('mutation', procedure, { body })]) {
      lines = [];
      expect((await login()).status).toBe(401);
      await waitForRequestLine();
      const failedLoginLines = lines.filter(({ event }) => event === 'login_failed');
      expect(failedLoginLines).toMatchObject([{ level: 'info', kind }]);
      for (const secret of ['chef', email, 'Fel-losenord-1', '127.0.0.1'])
        expect(JSON.stringify(lines)).not.toContain(secret);
    }
});

test('a wrong password over the limit is logged as a failed login too, because it may have been compared', async () => {
  const body = { email: 'bo@example.se', password: 'Fel-losenord-1' };
  const login = () => app.api('POST /marketplace/login', { body });
  let status = 401;
  for (let i = 0; i < 11; i++) {
    lines = [];
    ({ status } = await login());
    await waitForRequestLine();
  }
  expect(status).toBe(429);
  expect(lines.filter(({ event }) => event === 'login_failed')).toHaveLength(1);
});
