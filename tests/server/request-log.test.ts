import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { AppError, ERRORS, type ErrorCode, isErrorCode } from '../../src/shared/errors';
import { type TestApp, testApp } from '../support/app';
import { until } from '../support/process';

type Line = { level: string; message: string } & Record<string, unknown>;
let lines: Line[] = [];

/** The token is an error code, so that every error of the catalogue passes through both transports. */
const failing = async (_: unknown, token: string): Promise<never> => {
  throw isErrorCode(token) ? new AppError(token, { retryAfter: 1 }) : new Error(token);
};

let app: TestApp;
let real: TestApp;
beforeAll(async () => {
  app = await testApp({ identify: { member: failing, admin: failing } });
  real = await testApp();
  for (const one of [app, real]) record(one);
});
afterAll(async () => {
  await app.stop();
  await real.stop();
});
beforeEach(() => {
  lines = [];
});

function record({ context: { log } }: TestApp): void {
  const at =
    (level: string) =>
    (fields: object, message = '') =>
      void lines.push({ level, message, ...fields });
  Object.assign(log, { info: at('info'), warn: at('warn'), error: at('error') });
}

async function requestLine(): Promise<Line | undefined> {
  await until(async () => lines.some(({ message }) => message === 'request'), 1000);
  return lines.find(({ message }) => message === 'request');
}

const CODES = Object.keys(ERRORS) as ErrorCode[];
const TRANSPORTS = {
  REST: '/api/marketplace/profile',
  'an admin over REST': '/api/admin/events',
  'a file over REST': '/api/admin/backup/export',
  tRPC: '/trpc/marketplace.accounts.profile',
  'a tRPC batch': '/trpc/marketplace.accounts.profile?batch=1',
};

for (const [name, path] of Object.entries(TRANSPORTS))
  test(`every error of the catalogue is logged with the status that is sent: ${name}`, async () => {
    for (const code of CODES) {
      lines = [];
      const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${code}` } });
      await response.arrayBuffer();
      const [status] = ERRORS[code];
      expect([code, response.status]).toEqual([code, status]);
      expect(await requestLine()).toMatchObject({ status, code, level: status >= 500 ? 'warn' : 'info' });
      expect(lines.filter(({ level }) => level === 'error').length).toBe(status >= 500 ? 1 : 0);
    }
  });

test('an error outside the catalogue is logged as 500', async () => {
  for (const path of Object.values(TRANSPORTS)) {
    lines = [];
    const response = await fetch(`${app.url}${path}`, { headers: { authorization: 'Bearer odd' } });
    expect(response.status).toBe(500);
    expect(await requestLine()).toMatchObject({ status: 500, code: 'server.failed', level: 'warn' });
  }
});

test('a batch whose calls differ is logged as 207 with the codes of those that failed', async () => {
  const names = 'public.banners.list,marketplace.accounts.profile,admin.events.list';
  const response = await fetch(`${app.url}/trpc/${names}?batch=1`, {
    headers: { authorization: 'Bearer account.not_found' },
  });
  expect(response.status).toBe(207);
  expect(await requestLine()).toMatchObject({
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
  const response = await fetch(`${app.url}${path}`, { method, headers });
  expect(response.status).toBe(status);
  expect(await requestLine()).toMatchObject({ status, level: 'info' });
});

test('failed logins are logged over both transports, without a name', async () => {
  const email = 'anna@example.se';
  const wrong = [
    ['admin.admins.login', 'POST /admin/login', { username: 'chef', password: 'Fel-losenord-1' }, 'admin'],
    [
      'marketplace.accounts.login',
      'POST /marketplace/login',
      { email, password: 'Fel-losenord-1' },
      'member',
    ],
  ] as const;
  for (const [procedure, path, body, kind] of wrong)
    for (const login of [() => real.api(path, { body }), () => real.trpc('mutation', procedure, { body })]) {
      lines = [];
      expect((await login()).status).toBe(401);
      await requestLine();
      const failed = lines.filter(({ event }) => event === 'login_failed');
      expect(failed).toMatchObject([{ level: 'info', kind }]);
      for (const secret of ['chef', email, 'Fel-losenord-1', '127.0.0.1'])
        expect(JSON.stringify(lines)).not.toContain(secret);
    }
});

test('a wrong password over the limit is logged as a failed login too, because it may have been compared', async () => {
  const body = { email: 'bo@example.se', password: 'Fel-losenord-1' };
  const login = () => real.api('POST /marketplace/login', { body });
  let status = 401;
  for (let turn = 0; turn < 11; turn++) {
    lines = [];
    ({ status } = await login());
    await requestLine();
  }
  expect(status).toBe(429);
  expect(lines.filter(({ event }) => event === 'login_failed')).toHaveLength(1);
});
