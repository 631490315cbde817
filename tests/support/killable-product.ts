import { readdirSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from '#src/platform/database.ts';
import { isRunning, postgresPid, type RunningServer, startServer, temporaryDir, until } from './process.ts';

const READY_LIMIT_MS = 60_000;

/** The `kill…` functions return when the product is ready again. */
export type KillableProduct = Awaited<ReturnType<typeof startKillableProduct>>;

export async function startKillableProduct(
  environment: Record<string, string> = {},
  postgresSettings: Record<string, string> = {},
) {
  const dir = temporaryDir();
  const start = () => startServer(dir.path, { DEMO: '0', ...environment });
  let server: RunningServer = await start();
  const socketDir = join(dir.path, 'postgres/run');

  const isReady = async () => (await fetch(`${server.url}/api/ready`, { keepalive: false })).status === 200;
  const untilReady = () => until(isReady, READY_LIMIT_MS);

  /** With SIGKILL. The product restarts PostgreSQL. */
  async function killDatabase(): Promise<void> {
    await killPostgres();
    await untilReady();
  }

  async function killPostgres(): Promise<void> {
    const postmaster = await postgresPid(dir.path);
    const processIds = [postmaster, ...childrenOf(postmaster)];
    for (const pid of processIds) sendSigkill(pid);
    await until(async () => !processIds.some(isRunning), 10_000);
  }

  /** `meanwhile` runs with the database alone, before the product starts again. */
  async function killProduct(meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
    server.signal('SIGKILL');
    await server.exited;
    await meanwhile();
    server = await start();
    await untilReady();
  }

  /** Kills both at once. The restarted product starts the database again. */
  async function killBoth(): Promise<void> {
    server.signal('SIGKILL');
    await Promise.all([killPostgres(), server.exited]);
    server = await start();
    await untilReady();
  }

  async function withConnection<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const sql = connect({ socketDir }, { max: 1, connection: { statement_timeout: 0 } });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  }

  const configLines = Object.entries(postgresSettings).map(([name, value]) => `${name} = '${value}'\n`);
  if (configLines.length > 0) {
    await appendFile(join(dir.path, 'postgres/data/postgresql.auto.conf'), configLines.join(''));
    await killDatabase();
  }

  return {
    url: () => server.url,
    log: () => server.log(),
    killDatabase,
    killProduct,
    killBoth,
    withConnection,
    stop: () => {
      server.signal('SIGTERM');
      return server.exited;
    },
    startAgain: async () => {
      server = await start();
    },
    stopAndRemove: async () => {
      server.signal('SIGTERM');
      await server.exited;
      dir.remove();
    },
  };
}

function sendSigkill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number);
}
