import { type Caddy, startCaddy } from '#proofs/support/caddy.ts';
import { connect } from '#src/platform/database.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { testDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import {
  databaseEnvironment,
  type RunningServer,
  startServer,
  temporaryDir,
} from '#tests/support/process.ts';

export type Pair = Awaited<ReturnType<typeof startPair>>;

/** Two servers behind Caddy. They share a database and an upload folder. */
export async function startPair(caddyEnvironment: Record<string, string> = {}) {
  const { target, database, drop } = await testDatabase();
  const data = temporaryDir();
  const ports = [freePort(), freePort()];
  const start = (port: number | undefined) =>
    startServer(data.path, {
      PORT: String(port),
      ...databaseEnvironment(target),
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
    kill: async (index: 0 | 1) => {
      servers[index]?.signal('SIGKILL');
      await servers[index]?.exited;
    },
    restore: async (index: 0 | 1) => {
      servers[index] = await start(ports[index]);
    },
    withoutDatabase: async (work: () => Promise<void>) => {
      const superuser = connect({ ...target, database: 'postgres' }, { max: 1 });
      const allow = (isAllowed: boolean) =>
        superuser.unsafe(`alter database ${target.database} with allow_connections ${isAllowed}`);
      await allow(false);
      await superuser`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${target.database ?? ''}`;
      try {
        await work();
      } finally {
        await allow(true);
        await superuser.end();
      }
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
