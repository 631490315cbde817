import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startChild, temporaryDir } from './child.ts';
import type { Postgres } from './postgres.ts';

const VERSION = '12.4.0';
/** `node@22` installs this npm package. It has the headers that some of Directus is compiled with. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE_VERSION = '22';
const ADMIN = { email: 'admin@example.se', password: 'Loppet-2027-bench' };

export type Installed = { version: string; node: string; dir: string; nodePath: string };
type Prepared = { env: Record<string, string> };

/** Installs in the user's cache, outside the project. */
export async function installDirectus(): Promise<Installed> {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const dir = join(cache, `loppkalendern-bench/directus-${VERSION}`);
  const nodePath = join(dir, 'node_modules', NODE_PACKAGE, 'bin/node');
  const installedMarker = join(dir, 'installed');
  if (!existsSync(installedMarker)) {
    const npm = Bun.which('npm');
    if (!npm) throw new Error('This benchmark installs Directus with npm. Install Node with npm first.');
    mkdirSync(dir, { recursive: true });
    await Bun.write(join(dir, 'package.json'), '{ "private": true }\n');
    console.error(`installing Directus ${VERSION} in ${dir}, once`);
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    await runCommand([npm, 'install', ...flags, `${NODE_PACKAGE}@${NODE_VERSION}`], dir);
    // Some packages are compiled for this Node, so use the same one at run time.
    await runCommand([nodePath, realpathSync(npm), 'install', ...flags, `directus@${VERSION}`], dir, {
      npm_config_nodedir: join(dir, 'node_modules', NODE_PACKAGE),
    });
    await Bun.write(installedMarker, '');
  }
  const node = await runCommand([nodePath, '--version'], dir);
  return { version: VERSION, node: node.trim().slice(1), dir, nodePath };
}

async function runCommand(command: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const PATH = `${join(cwd, 'node_modules', NODE_PACKAGE, 'bin')}:${process.env.PATH}`;
  const run = Bun.spawn(command, { cwd, env: { ...process.env, ...env, PATH }, stderr: 'inherit' });
  const out = await new Response(run.stdout).text();
  if ((await run.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${out.slice(-3000)}`);
  return out;
}

export function directusCommand({ dir, nodePath }: Installed, { env }: Prepared, port: number) {
  const command = [nodePath, join(dir, 'node_modules/directus/cli.js'), 'start'];
  return { command, env: { ...env, PORT: String(port) }, cwd: dir };
}

/** Also allows everybody to read the events. */
export async function prepareDirectus(
  installed: Installed,
  postgres: Postgres,
  events: PublicEvent[],
): Promise<Prepared> {
  const files = temporaryDir();
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SECRET: 'of-no-use-outside-this-bench-0000',
    DB_CLIENT: 'pg',
    DB_HOST: postgres.socketDir,
    DB_PORT: '5432',
    DB_DATABASE: 'directus',
    DB_USER: 'postgres',
    DB_PASSWORD: 'none',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: join(files, 'uploads'),
    EXTENSIONS_PATH: join(files, 'extensions'),
    TELEMETRY: 'false',
    // Without this, Directus refuses some requests under load.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const { nodePath, dir } = installed;
  await runCommand([nodePath, join(dir, 'node_modules/directus/cli.js'), 'bootstrap'], dir, env);
  const sql = postgres.open('directus');
  await sql.unsafe(`create table events (
    id uuid primary key, event_name text, event_date date, event_end_date date, sport_type text, distances text, ort text,
    landskap text, address text, race_link text, result_link text, organizer text, additional_fields json, banner_text text,
    banner_start_date timestamptz, banner_end_date timestamptz, banner_color text)`);
  await sql`insert into events select * from jsonb_populate_recordset(null::events, ${sql.json(events)})`;
  await sql`create index on events (event_date)`;
  await sql`analyze events`;
  await allowReading(installed, { env }, events.length);
  return { env };
}

async function allowReading(installed: Installed, prepared: Prepared, count: number): Promise<void> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild({ ...directusCommand(installed, prepared, port), url });
  for (let turn = 0; !(await isServing(url)); turn++) {
    if (!child.isAlive() || turn > START_CHECKS_MAX)
      throw new Error(`Directus did not start:\n${child.log().slice(-3000)}`);
    await Bun.sleep(START_CHECK_INTERVAL_MS);
  }
  let headers: Record<string, string> = { 'content-type': 'application/json' };
  async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  }
  const { access_token } = await call<{ access_token: string }>('POST', '/auth/login', ADMIN);
  headers = { ...headers, authorization: `Bearer ${access_token}` };
  await call('PATCH', '/collections/events', { meta: { hidden: false } });
  const policies = await call<{ id: string; name: string }[]>('GET', '/policies?limit=-1');
  const policy = policies.find(({ name }) => /public/i.test(name))?.id;
  await call('POST', '/permissions', { policy, collection: 'events', action: 'read', fields: ['*'] });
  headers = {};
  const all = await call<unknown[]>('GET', '/items/events?limit=-1');
  if (all.length !== count) throw new Error(`Directus serves ${all.length} of ${count} events.`);
  await child.stop();
}

const START_CHECKS_MAX = 600;
const START_CHECK_INTERVAL_MS = 100;

const isServing = (url: string) =>
  fetch(`${url}/server/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
