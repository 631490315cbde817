// `bun run dev`: restarts the server when its files change, and replaces client modules in the open page.
import { join } from 'node:path';
import type { Product } from '#src/main.ts';
import type { Config } from '#src/platform/config.ts';
import { ensurePackages } from './ensure-packages.ts';
import { helpIfAsked } from './help.ts';
import { printPasswords } from './print-passwords.ts';

const ROOT = join(import.meta.dir, '..');

helpIfAsked(`bun run dev

Runs server and client with hot reload. Takes the same configuration as bun start.

Exit codes: 0 stopped by SIGTERM or SIGINT, 1 could not start.`);

if (process.argv[2] !== 'serve') {
  await ensurePackages('all');
  const server = Bun.spawn([process.execPath, '--watch', '--no-clear-screen', import.meta.path, 'serve'], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  process.exit(await server.exited);
}

const { createApp } = await import('#src/app.ts');
const { startProduct } = await import('#src/main.ts');
const { htmlOf } = await import('#src/pages/html.ts');
const { readConfig } = await import('#src/platform/config.ts');
const { FEEDS } = await import('#src/shared/feeds.ts');
const { createLog } = await import('#src/platform/log.ts');
const { endFailedStart } = await import('./failed-start.ts');

const product = await serve().catch(endFailedStart);
printPasswords(product);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await product.stop();
    process.exit(0);
  });
}

async function serve(): Promise<Product> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const html = await developmentPage(config);
  const product = await startProduct(config, log, async (context) => {
    const app = createApp(context, { page: '', files: new Map() });
    const server = Bun.serve({
      hostname: config.host,
      port: config.port,
      routes: {
        '/api/*': (request) => app.handle(request),
        '/trpc/*': (request) => app.handle(request),
        ...Object.fromEntries(
          Object.keys(FEEDS).map((path) => [path, (request: Request) => app.handle(request)]),
        ),
        '/demo/*': publicFile,
        '/share/*': publicFile,
        '/favicon.ico': publicFile,
        '/*': html,
      },
      development: { hmr: true, console: true },
    });
    return { port: server.port ?? 0, stop: (atOnce) => server.stop(atOnce) };
  });
  log.info({ url: product.url }, `Development server is ready at ${product.url}; pages reload on changes.`);
  return product;
}

function publicFile(request: Request): Response {
  return new Response(Bun.file(join(ROOT, 'client/public', new URL(request.url).pathname)));
}

async function developmentPage(config: Config): Promise<Bun.HTMLBundle> {
  const page = join(ROOT, 'dist/dev/index.html');
  const template = await Bun.file(join(ROOT, 'client/index.html')).text();
  const assets = [
    '<link rel="icon" type="image/svg+xml" href="../../client/favicon.svg" />',
    '<link rel="stylesheet" href="../../client/styles.css" />',
    '<link rel="stylesheet" href="../../client/portal.css" />',
  ];
  const html = template
    .replace('<!-- assets -->', assets.join('\n'))
    .replace('<!-- scripts -->', '<script type="module" src="../../client/main.tsx"></script>');
  await Bun.write(page, htmlOf({ page: html }, config, '/'));
  return (await import(page)).default;
}
