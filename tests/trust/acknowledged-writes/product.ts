import { readdirSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from '../../../src/platform/database';
import {
  isRunning,
  postgresPid,
  type RunningServer,
  startServer,
  temporaryDir,
  until,
} from '../../support/process';

/** Nobody listens there: every mail that is ordered stays in the outbox, to be counted. */
const NO_MAIL = 'smtp://127.0.0.1:9';
const ENVIRONMENT = { DEMO: '0', SMTP_URL: NO_MAIL, LOG_LEVEL: 'fatal' };
const READY_LIMIT = 60_000;

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** A product with a database of its own, made to be killed. `settings` are of its PostgreSQL. */
export async function startProduct(settings: Record<string, string> = {}) {
  const dir = temporaryDir();
  const start = () => startServer(dir.path, { ...ENVIRONMENT, LOG_LEVEL: 'info' });
  let server: RunningServer = await start();
  const socketDir = join(dir.path, 'postgres/run');

  const isReady = async () => (await fetch(`${server.url}/api/ready`, { keepalive: false })).status === 200;
  const untilReady = () => until(isReady, READY_LIMIT);

  async function killDatabase(): Promise<void> {
    const postmaster = await postgresPid(dir.path);
    const family = [postmaster, ...childrenOf(postmaster)];
    for (const pid of family) killHard(pid);
    await until(async () => !family.some(isRunning), 10_000);
    await untilReady();
  }

  async function killProduct(): Promise<void> {
    server.signal('SIGKILL');
    await server.exited;
    server = await start();
    await untilReady();
  }

  async function withSession<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const sql = connect({ socketDir }, { max: 1, connection: { statement_timeout: 0 } });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  }

  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  if (lines.length > 0) {
    await appendFile(join(dir.path, 'postgres/data/postgresql.auto.conf'), lines.join(''));
    await killDatabase();
  }

  return {
    url: () => server.url,
    log: () => server.log(),
    killDatabase,
    killProduct,
    withSession,
    stop: async () => {
      server.signal('SIGTERM');
      await server.exited;
      dir.remove();
    },
  };
}

/** The process may have ended by itself in between. */
function killHard(pid: number): void {
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
