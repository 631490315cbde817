import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
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
import { admins } from '../../db/schema';
import { printFirstAdmin } from '../../scripts/first-password';
import { ensureAdmin, setAdmin } from '../../src/features/admins/service';
import { call } from '../support/call';
import { temporaryDir } from '../support/process';
import { newCaller, type TestApp, TRANSPORTS, type Transport, testApp } from '../support/transports';

const PASSWORD = 'Ordning2027';

let app: TestApp;
let dir: ReturnType<typeof temporaryDir>;
let file: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.sql`delete from rate_limits`;
  await app.context.database.db.delete(admins);
  dir = temporaryDir();
  app.context.config.dataDir = dir.path;
  file = join(dir.path, 'first-admin-password.txt');
});
afterEach(() => dir.remove());

const start = (configured: { username?: string; password?: string } = {}) =>
  ensureAdmin({
    ...app.context,
    config: { ...app.context.config, adminUsername: configured.username, adminPassword: configured.password },
  });
const written = () => readFileSync(file, 'utf8').trim();
const names = async () =>
  (await app.context.database.db.select().from(admins)).map(({ username }) => username);

async function logIn(transport: Transport, username: string, password: string) {
  const given = { headers: newCaller() };
  const response = await call<{ access_token: string }>(app, transport, 'admin.admins.login', given, {
    username,
    password,
  });
  return { status: response.status, headers: { authorization: `Bearer ${response.body.access_token}` } };
}

test('without a configured admin, the first start writes a password file of mode 0600', async () => {
  const first = await start();
  expect(first).toEqual({ file, password: written() });
  expect(written()).toMatch(/^[\w-]{20}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir.path)).toEqual(['first-admin-password.txt']);
  expect((await logIn('rest', 'admin', written())).status).toBe(200);
  expect(await names()).toEqual(['admin']);
});

test('later starts return the file, without the password, while the password is in use', async () => {
  await start();
  const password = written();
  expect(await start()).toEqual({ file });
  expect(written()).toBe(password);
  rmSync(file);
  expect(await start()).toBeUndefined();
});

test('instances that start at the same time make one password, which works', async () => {
  const made = (await Promise.all([1, 2, 3].map(() => start()))).filter((first) => first?.password);
  expect(made).toHaveLength(1);
  expect(made[0]?.password).toBe(written());
  expect((await logIn('rest', 'admin', written())).status).toBe(200);
});

test.each([
  ['a link', (target: string) => symlinkSync(target, file)],
  ['a file that others can read', () => writeFileSync(file, 'old', { mode: 0o644 })],
])('%s in the place of the password file is replaced, not written to', async (_, place) => {
  const target = join(dir.path, 'elsewhere');
  writeFileSync(target, 'untouched');
  place(target);
  await start();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([written().length, readFileSync(target, 'utf8')]).toEqual([20, 'untouched']);
});

test('the first start creates no admin when the file cannot be written', async () => {
  mkdirSync(file);
  await expect(start()).rejects.toHaveProperty('syscall');
  expect(await names()).toEqual([]);
  expect(readdirSync(dir.path)).toEqual(['first-admin-password.txt']);
  rmSync(file, { recursive: true });
  expect((await start())?.password).toBe(written());
});

test('the first start writes the file before it commits the admin', async () => {
  const slow = `create function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
    create constraint trigger hold after insert on admins deferrable initially deferred for each row execute function hold();`;
  await app.sql.unsafe(slow);
  try {
    const starting = start();
    await Bun.sleep(300);
    expect([existsSync(file), await names()]).toEqual([true, []]);
    expect((await starting)?.password).toBe(written());
  } finally {
    await app.sql.unsafe('drop function hold cascade');
  }
});

describe('the password file is deleted', () => {
  test.each(TRANSPORTS)('when the admin chooses another password over %s', async (transport) => {
    await start();
    const { headers } = await logIn(transport, 'admin', written());
    const input = { current_password: written(), new_password: PASSWORD };
    expect((await call(app, transport, 'admin.admins.changePassword', { headers }, input)).status).toBe(200);
    expect(existsSync(file)).toBe(false);
    expect(await start()).toBeUndefined();
    expect((await logIn(transport, 'admin', PASSWORD)).status).toBe(200);
  });

  test('when the operator sets another one', async () => {
    await start();
    await setAdmin(app.context, 'admin', PASSWORD);
    expect(existsSync(file)).toBe(false);
  });

  test('at the next start, when the password was changed on another instance', async () => {
    await start();
    await app.sql`update admins set must_change_password = false`;
    expect(await start()).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  test('only for its own admin, not when another admin gets a password', async () => {
    await start();
    await setAdmin(app.context, 'vera', PASSWORD);
    expect(existsSync(file)).toBe(true);
  });
});

test('a configured password need not be changed, even if it is the generated one', async () => {
  await start();
  const generated = written();
  const mustChange = () => app.sql`select username from admins where must_change_password`;
  expect(await mustChange()).toHaveLength(1);
  await start({ username: 'admin', password: generated });
  expect([await mustChange(), existsSync(file)].flat()).toEqual([false]);
  await start({ username: 'vera', password: PASSWORD });
  expect(await mustChange()).toHaveLength(0);
});

describe('the output of the start', () => {
  const printed = (isTTY: boolean, password?: string) => {
    const lines: string[] = [];
    const [log, was] = [console.log, process.stdout.isTTY];
    console.log = (line: string) => void lines.push(line);
    process.stdout.isTTY = isTTY;
    try {
      printFirstAdmin({
        url: 'http://127.0.0.1:3000',
        firstAdmin: { file: '/data/first.txt', ...(password && { password }) },
      });
    } finally {
      console.log = log;
      process.stdout.isTTY = was;
    }
    return lines.join('\n');
  };

  test('includes the file, and the password only on a terminal', () => {
    for (const isTTY of [false, true]) expect(printed(isTTY, PASSWORD)).toContain('/data/first.txt');
    expect([printed(false, PASSWORD).includes(PASSWORD), printed(true, PASSWORD).includes(PASSWORD)]).toEqual(
      [false, true],
    );
    expect(printed(true)).not.toContain('Password:');
  });
});
