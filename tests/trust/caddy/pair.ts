import { type Caddy, freePort, startCaddy } from '../../support/caddy';
import { makeAdmin, makeEvent } from '../../support/content';
import { testDatabase } from '../../support/database';
import { type RunningServer, startServer, temporaryDir } from '../../support/process';

export type Pair = Awaited<ReturnType<typeof startPair>>;

/** Two products as processes on one database and one folder, behind Caddy. */
export async function startPair(caddyEnvironment: Record<string, string> = {}) {
  const { target, database, drop } = await testDatabase();
  if (!('socketDir' in target)) throw new Error('The database of the tests is reached through a socket.');
  const data = temporaryDir();
  const ports = [freePort(), freePort()];
  const start = (port: number | undefined) =>
    startServer(data.path, {
      PORT: String(port),
      DATABASE_URL: `postgres:///${target.database}`,
      PGHOST: target.socketDir,
      PGUSER: 'postgres',
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_URL: 'https://localhost',
    });
  await makeEvent(database.db, { event_name: 'Vasaloppet' });
  const admin = await makeAdmin(database.db);
  const servers: RunningServer[] = await Promise.all(ports.map(start));
  const caddy: Caddy = await startCaddy(
    servers.map(({ url }) => url),
    { environment: { HEALTH_INTERVAL: '200ms', ...caddyEnvironment } },
  );
  return {
    caddy,
    admin,
    db: database.db,
    dataDir: data.path,
    servers,
    /** Ends one without a word, and says when it is gone. */
    kill: async (which: 0 | 1) => {
      servers[which]?.signal('SIGKILL');
      await servers[which]?.exited;
    },
    /** Starts the one that was ended again, where it was. */
    restore: async (which: 0 | 1) => {
      servers[which] = await start(ports[which]);
    },
    stop: async () => {
      await caddy.stop();
      for (const server of servers) server.signal('SIGKILL');
      await Promise.all(servers.map(({ exited }) => exited));
      await drop();
      data.remove();
    },
  };
}
