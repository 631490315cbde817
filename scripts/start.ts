// `bun start`: installs what is missing, builds what is stale, runs the server (D1). Until the packages are there,
// nothing outside Bun itself may be imported.
import { ensurePackages } from './ensure-packages';
import { helpIfAsked } from './help';

helpIfAsked(`bun start

Installs what is missing, builds what is stale, starts the database and the server. The environment and a .env file
configure it; .env.example lists what there is.

Exit code: 0 stopped by SIGTERM or SIGINT, 1 it could not start.`);

await ensurePackages('run');

const { buildClientIfStale } = await import('./build');
const { ConfigError, readConfig } = await import('../src/platform/config');
const { databaseCode } = await import('../src/platform/failures');
const { createLog } = await import('../src/platform/log');
const { AlreadyRunning } = await import('../src/platform/open');
const { startProduct } = await import('../src/main');

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  if (await buildClientIfStale()) log.info('The client is built.');
  const product = await startProduct(config, log);
  log.info({ url: product.url }, `${config.siteName} is ready at ${product.url}`);

  const stop = async (signal: string) => {
    log.info({ signal }, 'Stopping: finishing what is under way.');
    await product.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  fail(error);
}

/** One line for what the operator can mend; the whole error for what only we can. */
function fail(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    console.error('The port is taken: set PORT to another, or to 0 for any that is free.');
  else if (process.env.DATABASE_URL && databaseCode(error)) {
    console.error(`The database at DATABASE_URL cannot be used (${code}).`);
  } else if (error instanceof ConfigError || error instanceof AlreadyRunning) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
