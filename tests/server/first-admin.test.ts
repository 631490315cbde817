import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { admins } from '#db/schema/index.ts';
import { printPasswords } from '#scripts/print-passwords.ts';
import { ensureAdmin, setAdmin } from '#src/features/admins/service.ts';
import { call } from '#tests/support/call.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { temporaryDir, until } from '#tests/support/process.ts';
import { newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'rest';

const PASSWORD = 'Ordning2027';

let dir: ReturnType<typeof temporaryDir>;
let file: string;
const app = await appOfFile();
beforeEach(async () => {
  await app.sql`delete from rate_limits`;
  await app.db.delete(admins);
  dir = temporaryDir();
  app.context.config.dataDir = dir.path;
  file = join(dir.path, 'first-admin-password.txt');
});
afterEach(() => dir.remove());

const ensureFirstAdmin = (configured: { username?: string; password?: string } = {}) =>
  ensureAdmin({
    ...app.context,
    config: { ...app.context.config, adminUsername: configured.username, adminPassword: configured.password },
  });
const readPassword = () => readFileSync(file, 'utf8').trim();
const loadUsernames = async () => (await app.db.select().from(admins)).map(({ username }) => username);

async function logIn(transport: Transport, username: string, password: string) {
  const caller = { headers: newCaller() };
  const response = await call<{ access_token: string }>(app, transport, 'admin.admins.login', caller, {
    username,
    password,
  });
  return { status: response.status, headers: { authorization: `Bearer ${response.body.access_token}` } };
}

test('without a configured admin, the first start writes a password file of mode 0600', async () => {
  const firstPassword = await ensureFirstAdmin();
  expect(firstPassword).toEqual({ file, password: readPassword() });
  expect(readPassword()).toMatch(/^[\w-]{20}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir.path)).toEqual(['first-admin-password.txt']);
  expect((await logIn('rest', 'admin', readPassword())).status).toBe(200);
  expect(await loadUsernames()).toEqual(['admin']);
});

test('later starts return the file, without the password, while the password is in use', async () => {
  await ensureFirstAdmin();
  const password = readPassword();
  expect(await ensureFirstAdmin()).toEqual({ file });
  expect(readPassword()).toBe(password);
  rmSync(file);
  expect(await ensureFirstAdmin()).toBeUndefined();
});

test('instances that start at the same time make one working password', async () => {
  const newPasswords = (await Promise.all([1, 2, 3].map(() => ensureFirstAdmin()))).filter(
    (returned) => returned?.password,
  );
  expect(newPasswords).toHaveLength(1);
  expect(newPasswords[0]?.password).toBe(readPassword());
  expect((await logIn('rest', 'admin', readPassword())).status).toBe(200);
});

test.each([
  ['a link', (target: string) => symlinkSync(target, file)],
  ['a file that others can read', () => writeFileSync(file, 'old', { mode: 0o644 })],
])('%s in the place of the password file is replaced, not written to', async (_, createInPlace) => {
  const target = join(dir.path, 'elsewhere');
  writeFileSync(target, 'untouched');
  createInPlace(target);
  await ensureFirstAdmin();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([readPassword().length, readFileSync(target, 'utf8')]).toEqual([20, 'untouched']);
});

test('the first start creates no admin when the file cannot be written', async () => {
  mkdirSync(file);
  await expect(ensureFirstAdmin()).rejects.toHaveProperty('syscall');
  expect(await loadUsernames()).toEqual([]);
  expect(readdirSync(dir.path)).toEqual(['first-admin-password.txt']);
  rmSync(file, { recursive: true });
  expect((await ensureFirstAdmin())?.password).toBe(readPassword());
});

test('the first start writes the file before it commits the admin', async () => {
  const slowCommitSql = `create function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
    create constraint trigger hold after insert on admins deferrable initially deferred for each row execute function hold();`;
  await app.sql.unsafe(slowCommitSql);
  try {
    const pendingStart = ensureFirstAdmin();
    await until(async () => existsSync(file), 5000);
    expect(await loadUsernames()).toEqual([]);
    expect((await pendingStart)?.password).toBe(readPassword());
  } finally {
    await app.sql.unsafe('drop function hold cascade');
  }
});

describe('the password file is deleted', () => {
  test('when the admin chooses another password', async () => {
    await ensureFirstAdmin();
    const { headers } = await logIn(transport, 'admin', readPassword());
    const input = { current_password: readPassword(), new_password: PASSWORD };
    expect((await call(app, transport, 'admin.admins.changePassword', { headers }, input)).status).toBe(200);
    expect(existsSync(file)).toBe(false);
    expect(await ensureFirstAdmin()).toBeUndefined();
    expect((await logIn(transport, 'admin', PASSWORD)).status).toBe(200);
  });

  test('when the operator sets another one', async () => {
    await ensureFirstAdmin();
    await setAdmin(app.context, 'admin', PASSWORD);
    expect(existsSync(file)).toBe(false);
  });

  test('at the next start, when the password was changed on another instance', async () => {
    await ensureFirstAdmin();
    await app.sql`update admins set must_change_password = false`;
    expect(await ensureFirstAdmin()).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  test('only for its own admin, not when another admin gets a password', async () => {
    await ensureFirstAdmin();
    await setAdmin(app.context, 'vera', PASSWORD);
    expect(existsSync(file)).toBe(true);
  });
});

test('a configured password need not be changed, even if it is the generated one', async () => {
  await ensureFirstAdmin();
  const generatedPassword = readPassword();
  const loadMustChange = () => app.sql`select username from admins where must_change_password`;
  expect(await loadMustChange()).toHaveLength(1);
  await ensureFirstAdmin({ username: 'admin', password: generatedPassword });
  expect([await loadMustChange(), existsSync(file)].flat()).toEqual([false]);
  await ensureFirstAdmin({ username: 'vera', password: PASSWORD });
  expect(await loadMustChange()).toHaveLength(0);
});

describe('the output of the start', () => {
  const captureOutput = (isTTY: boolean, account: 'firstPassword' | 'demoMembers', password?: string) => {
    const lines: string[] = [];
    const [originalLog, originalIsTTY] = [console.log, process.stdout.isTTY];
    console.log = (line: string) => void lines.push(line);
    process.stdout.isTTY = isTTY;
    try {
      const passwordFile = { username: 'anna', file: '/data/first.txt', ...(password && { password }) };
      printPasswords({ url: 'http://127.0.0.1:3000', [account]: passwordFile });
    } finally {
      console.log = originalLog;
      process.stdout.isTTY = originalIsTTY;
    }
    return lines.join('\n');
  };

  test.each(['firstPassword', 'demoMembers'] as const)(
    'includes the file of %s, and the password only on a terminal',
    (account) => {
      for (const isTTY of [false, true])
        expect(captureOutput(isTTY, account, PASSWORD)).toContain('/data/first.txt');
      expect([
        captureOutput(false, account, PASSWORD).includes(PASSWORD),
        captureOutput(true, account, PASSWORD).includes(PASSWORD),
      ]).toEqual([false, true]);
      expect(captureOutput(true, account)).not.toContain('Password:');
    },
  );
});
