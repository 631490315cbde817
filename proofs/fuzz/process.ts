import { join } from 'node:path';
import { openDatabase } from '#src/platform/database.ts';
import { memoryOf } from '#tests/support/memory.ts';
import { startServer, temporaryDir } from '#tests/support/process.ts';
import { SECRET_KEY } from './watches.ts';

export async function startProcess(environment: Record<string, string> = {}) {
  const dir = temporaryDir();
  const server = await startServer(dir.path, { DEMO: '0', SECRET_KEY, ...environment });
  const database = await databaseOf(dir.path).catch(async (error: unknown) => {
    server.signal('SIGTERM');
    await server.exited;
    throw error;
  });
  return {
    url: server.url,
    pid: server.pid,
    database,
    memory: () => memoryOf(server.pid),
    stop: async () => {
      await database.close();
      server.signal('SIGTERM');
      await server.exited;
      dir.remove();
    },
  };
}

/** The fifth line of postmaster.pid is the directory of the socket. */
async function databaseOf(dataDir: string) {
  const lines = (await Bun.file(join(dataDir, 'postgres/data/postmaster.pid')).text()).split('\n');
  return openDatabase({ socketDir: lines[4] ?? '' });
}
