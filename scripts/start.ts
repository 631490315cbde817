// `bun start`: installs what is missing, builds what is stale, runs the server (D1). Until the packages are there,
// nothing outside Bun itself may be imported.
import type { Product } from '../src/main';
import type { Log } from '../src/platform/log';
import { ensurePackages } from './ensure-packages';
import { printFirstAdmin } from './first-password';
import { helpIfAsked } from './help';

helpIfAsked(`bun start

Installs what is missing, builds what is stale, starts the database and the server. The environment and a .env file
configure it; .env.example lists what there is.

Exit code: 0 stopped by SIGTERM or SIGINT, 1 it could not start.`);

await ensurePackages('run');

const { buildClientIfStale, isBuildStale } = await import('./build');
// Looked at while the rest is loaded.
const looking = isBuildStale();
const { ConfigError, readConfig } = await import('../src/platform/config');
const { databaseCode } = await import('../src/platform/failures');
const { createLog } = await import('../src/platform/log');
const { AlreadyRunning } = await import('../src/platform/open');
const { startProduct } = await import('../src/main');

let log: Log | undefined;
let product: Product | undefined;
let stopping: Promise<void> | undefined;

// A terminal and whoever started us may both send it: the second finds us stopping already.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));

try {
  const config = readConfig(process.env);
  log = createLog(config.logLevel);
  if ((await looking) && (await buildClientIfStale())) log.info('The client is built.');
  product = await startProduct(config, log);
  log.info({ url: product.url }, `${config.siteName} is ready at ${product.url}`);
  printFirstAdmin(product);
} catch (error) {
  fail(error);
}

/** Before there is a product there is nothing to finish; one that is being started is stopped when it stands. */
function stop(signal: string): void {
  if (!product) {
    setTimeout(() => stop(signal), 50);
  } else if (!stopping) {
    log?.info({ signal }, 'Stopping: finishing what is under way.');
    stopping = product.stop().finally(() => process.exit(0));
  }
}

/** One line for what the operator can mend; the whole error for what only we can. */
function fail(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    console.error('The port is taken: set PORT to another, or to 0 for any that is free.');
  else if (process.env.DATABASE_URL && databaseCode(error)) {
    console.error(`The database at DATABASE_URL cannot be used (${code}).`);
  } else if (error instanceof Error && 'syscall' in error) {
    console.error(`DATA_DIR cannot be used: ${error.message}.`);
  } else if (error instanceof ConfigError || error instanceof AlreadyRunning) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
