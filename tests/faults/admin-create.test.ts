import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeAt, stepAt } from '#src/features/admins/factors/totp/rules.ts';
import { runScript, spawnScript, startServer, temporaryDir } from '#tests/support/process.ts';

const dir = temporaryDir();
const server = await startServer(dir.path, { DEMO: '0' });
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

const create = (args: string[], environment?: Record<string, string>) =>
  runScript('admin-create', args, dir.path, environment);
async function logIn(username: string, password: string): Promise<string | undefined> {
  const response = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { access_token?: string }).access_token;
}
const isLoggedIn = async (token: string | undefined) =>
  (await fetch(`${server.url}/api/admin/verify`, { headers: { authorization: `Bearer ${token}` } }))
    .status === 200;
const passwordIn = (text: string) => /^Password: (\S+) \(shown only now\)$/m.exec(text)?.[1] ?? '';

test('admin:create creates an admin with a random password, and on a second run replaces it and ends the sessions', async () => {
  const first = await create(['Vera']);
  expect([first.exit, first.err]).toEqual([0, '']);
  expect(first.out).toStartWith('Created admin vera.\n');
  const token = await logIn('vera', passwordIn(first.out));
  expect(await isLoggedIn(token)).toBe(true);
  const second = await create(['vera']);
  expect(second.out).toStartWith('Admin vera has a new password and is logged out everywhere.\n');
  expect(await isLoggedIn(token)).toBe(false);
  expect(await logIn('vera', passwordIn(first.out))).toBeUndefined();
  expect(await isLoggedIn(await logIn('vera', passwordIn(second.out)))).toBe(true);
});

test('admin:create uses ADMIN_PASSWORD without printing it, unless ADMIN_USERNAME names another admin', async () => {
  const withPassword = await create(['olle'], { ADMIN_PASSWORD: 'Fran-miljon1' });
  expect([withPassword.exit, withPassword.out]).toEqual([0, 'Created admin olle.\n']);
  expect(await isLoggedIn(await logIn('olle', 'Fran-miljon1'))).toBe(true);
  const environment = { ADMIN_USERNAME: 'olle', ADMIN_PASSWORD: 'Fran-miljon2' };
  expect((await create(['Olle'], environment)).out).not.toContain('Password');
  expect(passwordIn((await create(['eva'], environment)).out)).toMatch(/^[\w-]{20}$/);
  expect(await isLoggedIn(await logIn('olle', 'Fran-miljon2'))).toBe(true);
});

test('admin:create --reset-2fa removes the second factors, ends the sessions and keeps the password', async () => {
  const { out } = await create(['ada']);
  const password = passwordIn(out);
  const headers = {
    authorization: `Bearer ${await logIn('ada', password)}`,
    'content-type': 'application/json',
  };
  const post = (path: string, body: object) =>
    fetch(`${server.url}/api/admin/2fa/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { secret } = (await (await post('totp', {})).json()) as { secret: string };
  const code = await codeAt(secret, stepAt(new Date()));
  expect((await post('totp/confirm', { code })).status).toBe(200);
  expect(await logIn('ada', password)).toBeUndefined();

  const reset = await create(['--reset-2fa', 'Ada']);
  expect([reset.exit, reset.err, reset.out]).toEqual([
    0,
    '',
    'Admin ada has no second factor and is logged out everywhere. The password is the same.\n',
  ]);
  expect(await isLoggedIn(headers.authorization.slice(7))).toBe(false);
  expect(await isLoggedIn(await logIn('ada', password))).toBe(true);
  const unknown = await create(['--reset-2fa', 'nobody']);
  expect([unknown.exit, unknown.err]).toEqual([1, 'Nothing changed. There is no admin nobody.\n']);
});

test('admin:create reads the password from the first line of stdin', async () => {
  const child = Bun.spawn(
    ['sh', '-c', 'printf "Fran-ett-ror1\\nmer\\n" | "$0" scripts/admin-create.ts rut', process.execPath],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dir.path },
      stdout: 'pipe',
    },
  );
  expect(await new Response(child.stdout).text()).toBe('Created admin rut.\n');
  expect(await isLoggedIn(await logIn('rut', 'Fran-ett-ror1'))).toBe(true);
});

test.each([
  [[], {}],
  [['vera', 'olle'], {}],
  [['--nej'], {}],
  [['vera berg'], {}],
  [['vera'], { ADMIN_PASSWORD: 'kort' }],
  [['vera'], { ADMIN_PASSWORD: 'x'.repeat(129) }],
])(
  'admin:create with arguments %j and environment %j exits with 2 and an error message',
  async (args, environment) => {
    const { exit, out, err } = await create(args, environment);
    expect([exit, out]).toEqual([2, '']);
    expect(err).not.toBe('');
  },
);

test('admin:create exits with 0 for --help, and with 1 and a one-line error when the database is unreachable', async () => {
  const { exit, out } = await create(['--help']);
  expect([exit, out.split('\n')[0]]).toEqual([0, 'Usage: bun run admin:create [--reset-2fa] USERNAME']);
  const unreachable = await create(['vera'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' });
  expect([unreachable.exit, unreachable.err.trim().split('\n').length]).toEqual([1, 1]);
});

test('the first start prints the path of the password file and writes the password nowhere else', async () => {
  const fresh = temporaryDir();
  const file = join(fresh.path, 'first-admin-password.txt');
  const starts: string[] = [];
  for (let start = 0; start < 2; start++) {
    const child = spawnScript('start', [], fresh.path, { PORT: '0', DEMO: '0' });
    const err: string[] = [];
    const stderrRead = (async () => {
      for await (const chunk of child.stderr) {
        err.push(new TextDecoder().decode(chunk));
        if (err.join('').includes('is ready at')) child.kill('SIGTERM');
      }
    })();
    starts.push(await new Response(child.stdout).text());
    await stderrRead;
    const password = readFileSync(file, 'utf8').trim();
    expect(password).toMatch(/^[\w-]{20}$/);
    expect([err.join('').includes(password), starts.join('').includes(password)]).toEqual([false, false]);
    expect(starts[start]).toContain(`user name "admin". The password is in ${file}\n`);
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // A password set by the operator replaces the generated one.
  await runScript('admin-create', ['admin'], fresh.path, { ADMIN_PASSWORD: 'Fran-miljon1' });
  expect(existsSync(file)).toBe(false);
  fresh.remove();
});

test('start fails with a one-line error when the password file cannot be written', async () => {
  const fresh = temporaryDir();
  mkdirSync(join(fresh.path, 'first-admin-password.txt'));
  const { exit, err } = await runScript('start', [], fresh.path, {
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'fatal',
  });
  expect([exit, err.trim().split('\n').length]).toEqual([1, 1]);
  expect(err).toStartWith('DATA_DIR cannot be used: ');
  fresh.remove();
});
