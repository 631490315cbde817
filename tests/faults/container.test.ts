/** No container engine is needed: each step of the Dockerfile runs in a clean folder, and the result is started. */
import { afterAll, expect, test } from 'bun:test';
import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabase } from '#tests/support/database.ts';
import { buildInFolders, readSteps } from '#tests/support/dockerfile.ts';
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { freePort } from '#tests/support/free-port.ts';
import { temporaryDir, until } from '#tests/support/process.ts';
import packageJson from '../../package.json';

const ROOT = join(import.meta.dir, '../..');
const steps = readSteps(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const textsOf = (instruction: string) =>
  steps.filter((step) => step.instruction === instruction).map(({ text }) => text);

/** Uncompressed, in MB: debian:bookworm-slim, and the program of Bun. `oven/bun:*-slim` has no more. */
const BASE_MB = 75 + 108;
const IMAGE_MAX_MB = 250;

const folder = temporaryDir();
chmodSync(folder.path, 0o755);
const image = await buildInFolders(steps, folder.path);
afterAll(() => folder.remove());

test('the images have the version of Bun that the tests use', () => {
  for (const text of textsOf('FROM')) expect(text).toStartWith(`oven/bun:${packageJson.devDependencies.bun}`);
});

test('the image is at most 250 MB', async () => {
  const bytes = Number((await Bun.$`du -sb ${image.at('/')}`.text()).split('\t')[0]);
  console.log(`The files of the image: ${Math.round(bytes / 1e6)} MB beside ${BASE_MB} MB of its base.`);
  expect(bytes / 1e6 + BASE_MB).toBeLessThan(IMAGE_MAX_MB);
});

test('the server runs as a user that can write nothing but its data, is healthy, and stops', async () => {
  expect(image.user).toBe('1000:1000');
  const { target, drop } = await testDatabase();
  if (!('socketDir' in target)) throw new Error('The test needs the database on a socket.');
  const proxy = await startFaultyProxy(join(target.socketDir, '.s.PGSQL.5432'));
  // Another user cannot reach the Bun of this project.
  const bun = join(folder.path, 'bun');
  cpSync(process.execPath, bun);
  chmodSync(bun, 0o755);
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : [];
  const environment = {
    PATH: `${folder.path}:${process.env.PATH}`,
    ...image.environment,
    DATA_DIR: image.at('/data'),
    PORT: String(freePort()),
    DATABASE_URL: proxy.url.replace(/postgres$/, target.database ?? ''),
  };
  const spawn = (command: string[]) =>
    Bun.spawn([...asUser, ...command.map((word, index) => (index === 0 ? bun : word))], {
      cwd: image.at(image.workDir),
      env: environment,
      stdout: 'pipe',
      stderr: 'pipe',
    });
  const before = await listingOf(image.at('/app'));
  const server = spawn(image.command);
  try {
    await until(async () => {
      if (server.exitCode !== null) throw new Error(await new Response(server.stderr).text());
      return (await spawn(image.healthCheck).exited) === 0;
    }, 60_000);
    // Without its content while the renderer is being loaded.
    await until(async () => {
      const page = await fetch(`http://127.0.0.1:${environment.PORT}/`);
      return page.status === 200 && (await page.text()).includes('<main');
    }, 20_000);
    // The commands of operators, with the processes that read spreadsheets.
    for (const command of [
      ['bun', 'scripts/import-events.ts', '--dry-run', 'db/demo-events.csv'],
      ['bun', 'scripts/backup-export.ts', image.at('/data/backup.json')],
    ]) {
      const child = spawn(command);
      expect([command, await child.exited, await new Response(child.stderr).text()]).toEqual([
        command,
        0,
        expect.any(String),
      ]);
    }
    if (isRoot) expect(await Bun.$`stat -c %u ${image.at('/data')}`.text()).toBe('1000\n');
  } finally {
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    proxy.stop();
    await drop();
  }
  expect(await spawn(image.healthCheck).exited).not.toBe(0);
  expect(await listingOf(image.at('/app'))).toBe(before);
}, 120_000);

/** Names, sizes and times of all files. */
const listingOf = (path: string) => Bun.$`find ${path} -printf '%p %s %T@\n' | sort`.quiet().text();

test('compose.yaml starts what it describes', () => {
  const compose = Bun.YAML.parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as {
    services: Record<string, { environment: Record<string, string>; read_only?: boolean; volumes: string[] }>;
  };
  expect(Object.keys(compose.services)).toEqual(['one', 'two', 'postgres', 'caddy']);
  for (const name of ['one', 'two']) {
    const { environment, read_only, volumes } = compose.services[name] ?? {};
    expect([read_only, volumes]).toEqual([true, [`data:${image.environment.DATA_DIR}`]]);
    for (const variable of Object.keys(environment ?? {}))
      expect(readFileSync(join(ROOT, '.env.example'), 'utf8')).toContain(`#${variable}=`);
  }
  const upstreams = compose.services.caddy?.environment.UPSTREAMS?.split(' ');
  expect(upstreams).toEqual(['one', 'two'].map((name) => `${name}:${image.environment.PORT}`));
});
