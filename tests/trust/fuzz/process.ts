import { join } from 'node:path';
import { openDatabase } from '../../../src/platform/database';
import { memoryOf, startServer, temporaryDir } from '../../support/process';

/** The product as a process of its own, with a way into its database. */
export async function startProcess() {
  const dir = temporaryDir();
  const server = await startServer(dir.path, { DEMO: '0' });
  // The fifth line says where its socket is.
  const pidFile = await Bun.file(join(dir.path, 'postgres/data/postmaster.pid')).text();
  const database = openDatabase({ socketDir: pidFile.split('\n')[4] ?? '' });
  return {
    url: server.url,
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
