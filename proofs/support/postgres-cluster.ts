import { appendFileSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Sql } from '#src/platform/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { isRunning, temporaryDir, until } from '#tests/support/process.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The newest PostgreSQL of the system. The embedded one has no `pg_basebackup`. */
const BINARIES = (() => {
  try {
    const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
    return versions
      .map((version) => join(DEBIAN, version, 'bin'))
      .find((dir) => Bun.which(join(dir, 'postgres')));
  } catch {
    return undefined;
  }
})();

/** Without PostgreSQL, tests that need it are skipped. With CI=true, as in `bun run prove`, they fail. */
export const runsClusterTests = BINARIES !== undefined || process.env.CI === 'true';
if (!BINARIES)
  console.log('NOT RUN on two servers: PostgreSQL is not installed (`apt-get install postgresql`).');

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
const AS_POSTGRES = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

async function run(program: string, ...args: string[]): Promise<string> {
  if (!BINARIES) throw new Error('PostgreSQL is not installed: `apt-get install postgresql`.');
  const child = Bun.spawn([...AS_POSTGRES, join(BINARIES, program), ...args], {
    cwd: '/',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${program} failed: ${out}${err}`);
  return out;
}

type Server = { port: number; dir: string; sql: Sql };

const CONFIG = `
listen_addresses = '127.0.0.1'
max_connections = 100
wal_keep_size = '256MB'
hot_standby = on
wal_retrieve_retry_interval = '200ms'
`;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Two servers: a primary and a standby with streaming replication. With `isSynchronous`, a commit waits until the
 * standby has stored it.
 */
export async function startCluster({ isSynchronous = true } = {}) {
  const root = temporaryDir();
  if (isRoot) chownSync(root.path, ...(await postgresIds()));
  const [one, other] = [newServer('one'), newServer('two')];
  let [primary, standby] = [one, other];

  function newServer(name: string): Server {
    const port = freePort();
    return { port, dir: join(root.path, name), sql: superuserOf(port) };
  }

  /** The error has what the server logged. */
  async function start({ dir, port }: Server): Promise<void> {
    // Left by a killed server. Its process may be a zombie, which PostgreSQL takes for a running server.
    rmSync(join(root.path, `.s.PGSQL.${port}.lock`), { force: true });
    const log = join(root.path, `${port}.log`);
    const options = `-p ${port} -k ${root.path}`;
    await run('pg_ctl', 'start', '-w', '-D', dir, '-l', log, '-o', options).catch(async (cause: Error) => {
      throw new Error(`${cause.message}${(await Bun.file(log).text()).slice(-2000)}`);
    });
  }

  /** Copies the primary, starts the copy as its standby and waits until it has everything. */
  async function attach(): Promise<void> {
    rmSync(standby.dir, { recursive: true, force: true });
    await run(
      'pg_basebackup',
      ...['-R', '-X', 'stream', '-c', 'fast', '-D', standby.dir],
      ...['-d', `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`],
    );
    // A standby that is promoted has no standby of its own yet, and must not wait for one.
    appendFileSync(join(standby.dir, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n");
    await start(standby);
    if (isSynchronous) {
      await primary.sql.unsafe("alter system set synchronous_standby_names = 'standby'");
      await primary.sql`select pg_reload_conf()`;
    }
    const wanted = isSynchronous ? 'sync' : 'async';
    await until(async () => {
      const [row] = await primary.sql`select sync_state from pg_stat_replication where state = 'streaming'`;
      return row?.sync_state === wanted;
    }, 20_000);
  }

  mkdirSync(primary.dir, { recursive: true });
  if (isRoot) chownSync(primary.dir, ...(await postgresIds()));
  await run('initdb', '-D', primary.dir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  appendFileSync(join(primary.dir, 'postgresql.conf'), CONFIG);
  await start(primary);
  await primary.sql.unsafe('create database lopp');
  await attach();

  const hosts = [one, other].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `postgres://postgres@${hosts}/lopp?target_session_attrs=read-write`,
    /** A client of the primary's database of the product. */
    open: () => connect({ url: `postgres://postgres@127.0.0.1:${primary.port}/lopp` }, { max: 1 }),
    /** Kills all processes of the primary with SIGKILL, and promotes the standby. */
    async failOver(): Promise<void> {
      await killServer(primary);
      [primary, standby] = [standby, primary];
      await run('pg_ctl', 'promote', '-w', '-D', primary.dir);
    },
    attach,
    /** The standby receives nothing more from this primary. */
    stopReplication: () => stopSender(primary),
    stop: async () => {
      for (const { sql } of [one, other]) await sql.end({ timeout: 1 });
      for (const server of [one, other]) await killServer(server).catch(() => {});
      root.remove();
    },
  };
}

const superuserOf = (port: number) =>
  connect(
    { url: `postgres://postgres@127.0.0.1:${port}/postgres` },
    { max: 1, idle_timeout: 1, connection: { statement_timeout: 0 } },
  );

async function postgresIds(): Promise<[uid: number, gid: number]> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => Bun.$`id ${flag} postgres`.text()));
  return ids.map(Number) as [number, number];
}

const postmasterOf = async (dir: string) =>
  Number((await Bun.file(join(dir, 'postmaster.pid')).text()).split('\n', 1)[0]);

/** With SIGKILL, also its children: they would finish what they are doing. */
async function killServer({ dir }: Server): Promise<void> {
  const postmaster = await postmasterOf(dir);
  const pids = [postmaster, ...(await childrenOf(postmaster))];
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  await until(async () => !pids.some(isRunning), 10_000);
}

async function childrenOf(parent: number): Promise<number[]> {
  const text = await Bun.$`ps -o pid= --ppid ${parent}`.nothrow().text();
  return text.split('\n').map(Number).filter(Boolean);
}

async function stopSender({ dir }: Server): Promise<void> {
  const postmaster = await postmasterOf(dir);
  const lines = await Bun.$`ps -o pid=,args= --ppid ${postmaster}`.text();
  const line = lines.split('\n').find((one) => one.includes('walsender'));
  process.kill(Number.parseInt(line ?? '', 10), 'SIGSTOP');
}
