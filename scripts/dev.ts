// `bun run dev`: the server starts anew when its files change, the client is replaced in the open page.
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages';

const ROOT = join(import.meta.dir, '..');

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

const { createApp } = await import('../src/app');
const { dataBlock } = await import('../src/pages');
const { readConfig } = await import('../src/platform/config');
const { createLog } = await import('../src/platform/log');
const { openContext } = await import('../src/platform/open');

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const opened = await openContext(config, log);
const app = createApp(opened.context, { page: '', files: new Map() });

const page = join(ROOT, 'dist/dev/index.html');
const template = await Bun.file(join(ROOT, 'client/index.html')).text();
const assets = [
  '<link rel="icon" type="image/svg+xml" href="../../client/favicon.svg" />',
  '<link rel="stylesheet" href="../../client/styles.css" />',
  '<script type="module" src="../../client/main.tsx"></script>',
];
await Bun.write(
  page,
  template.replace('<!-- assets -->', assets.join('\n')).replace('%CLIENT_CONFIG%', () => dataBlock(config)),
);

const { default: html } = await import(page);
const server = Bun.serve({
  hostname: config.host,
  port: config.port,
  routes: {
    '/api/*': (request) => app.handle(request),
    '/trpc/*': (request) => app.handle(request),
    '/*': html,
  },
  development: { hmr: true, console: true },
});
log.info({ url: server.url.href }, 'Developing; the pages follow the files.');

process.once('SIGTERM', async () => {
  await server.stop();
  await opened.close();
  process.exit(0);
});
