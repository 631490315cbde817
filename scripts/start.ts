// `bun start`: installs what is missing, builds what is stale, runs the server (D1). Until the packages are there,
// nothing outside Bun itself may be imported.
import { ensurePackages } from './ensure-packages';

await ensurePackages('run');

const { buildClientIfStale } = await import('./build');
const { ConfigError, readConfig } = await import('../src/platform/config');
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
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isPortTaken) console.error('The port is taken: set PORT to another, or to 0 for any that is free.');
  else if (error instanceof ConfigError || error instanceof AlreadyRunning) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
