import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#src/platform/config.ts';
import { connect, openDatabase } from '#src/platform/database.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { postgresPid, type RunningServer, startServer, temporaryDir } from '#tests/support/process.ts';

/** PostgreSQL is behind a proxy, which `sql` bypasses. */
export async function startOnFaultyDatabase() {
  const [postgresData, serverData] = [temporaryDir(), temporaryDir()];
  const postgres = await startEmbeddedPostgres(postgresData.path, createLog('silent'));
  const proxy = await startFaultyProxy(join(postgres.target.socketDir, '.s.PGSQL.5432'));
  const environment = { DATABASE_URL: proxy.url, DEMO: '1', LOG_LEVEL: 'info' };
  const servers: RunningServer[] = [];
  const start = async () => {
    const server = await startServer(serverData.path, environment);
    servers.push(server);
    return server;
  };
  await start();
  const sql = connect(postgres.target, { max: 4 });
  const database = openDatabase(postgres.target, { poolSize: 2 });
  const [member, admin] = [await makeMember(database.db), await makeAdmin(database.db)];
  await makeAnnouncement(database.db);
  await database.close();
  return {
    proxy,
    sql,
    member,
    admin,
    start,
    config: readConfig({ DATA_DIR: serverData.path }),
    server: () => servers.at(-1) as RunningServer,
    postgresPids: async () => processTree(await postgresPid(postgresData.path)),
    stop: async () => {
      for (const server of servers) server.signal('SIGTERM');
      await Promise.all(servers.map(({ exited }) => exited));
      proxy.stop();
      await sql.end({ timeout: 1 });
      await postgres.stop();
      for (const dir of [postgresData, serverData]) dir.remove();
    },
  };
}

function processTree(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}
