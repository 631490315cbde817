// `bun start`: installs missing packages, builds the client if stale, and runs the server. Imported before packages are
// installed, so only Bun itself may be imported statically.
import type { Product } from '../src/main';
import type { Log } from '../src/platform/log';
import { ensurePackages } from './ensure-packages';
import { helpIfAsked } from './help';
import { printPasswords } from './print-passwords';

helpIfAsked(`bun start

Installs missing packages, builds the client if it is stale, and starts the database and the server. Configured by
environment variables and a .env file; .env.example lists all variables.

Exit codes: 0 stopped by SIGTERM or SIGINT, 1 could not start.`);

await ensurePackages('run');

const { buildClientIfStale, isBuildStale } = await import('./build');
const checking = isBuildStale();
const { readConfig } = await import('../src/platform/config');
const { createLog } = await import('../src/platform/log');
const { startProduct } = await import('../src/main');
const { endFailedStart } = await import('./failed-start');

const START_POLL_INTERVAL_MS = 50;

let log: Log | undefined;
let product: Product | undefined;
let stopping: Promise<void> | undefined;

// The terminal and the parent process may both send the signal.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));

try {
  const config = readConfig(process.env);
  log = createLog(config.logLevel);
  if ((await checking) && (await buildClientIfStale())) log.info('Built the client.');
  product = await startProduct(config, log);
  log.info({ url: product.url }, `${config.siteName} is ready at ${product.url}`);
  printPasswords(product);
} catch (error) {
  endFailedStart(error);
}

/** Waits for a product that is still starting. */
function stop(signal: string): void {
  if (!product) {
    setTimeout(() => stop(signal), START_POLL_INTERVAL_MS);
  } else if (!stopping) {
    log?.info({ signal }, 'Server is stopping: finishing requests in progress.');
    stopping = product.stop().finally(() => process.exit(0));
  }
}
