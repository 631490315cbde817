// `bun start`: installs missing packages, builds the client if stale, and runs the server. Imported before packages are
// installed, so only Bun itself may be imported statically.
import type { Product } from '#src/main.ts';
import type { Log } from '#src/platform/log.ts';
import { ensurePackages } from './ensure-packages.ts';
import { helpIfAsked } from './help.ts';
import { printPasswords } from './print-passwords.ts';

helpIfAsked(`bun start

Installs missing packages, builds the client if it is stale, and starts the database and the server. Configured by
environment variables and a .env file; .env.example lists all variables.

Exit codes: 0 stopped by SIGTERM or SIGINT, 1 could not start.`);

await ensurePackages('run');

const { buildClientIfStale, isBuildStale } = await import('./build.ts');
const checking = isBuildStale();
const { readConfig } = await import('#src/platform/config.ts');
const { createLog } = await import('#src/platform/log.ts');
const { startProduct } = await import('#src/main.ts');
const { endFailedStart } = await import('./failed-start.ts');

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
