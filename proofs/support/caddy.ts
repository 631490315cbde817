import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { temporaryDir, until } from '#tests/support/process.ts';

const CADDYFILE = join(import.meta.dir, '../../Caddyfile');
const CADDY = Bun.which('caddy');
const isCI = process.env.CI === 'true';

/** If Caddy is not installed, the tests that need it are skipped. With CI=true they run and fail. */
export const runsCaddyTests = CADDY !== null || isCI;
if (!CADDY) console.log('NOT RUN through Caddy: caddy is not installed (`apt-get install caddy`).');

export async function runCaddy(parameters: string[], environment: Record<string, string> = {}) {
  const run = Bun.spawn([CADDY ?? 'caddy', ...parameters], {
    env: { ...pathAndHome, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const output = (
    await Promise.all([run.stdout, run.stderr].map((stream) => new Response(stream).text()))
  ).join('');
  return { exit: await run.exited, output };
}

const pathAndHome = { PATH: process.env.PATH, HOME: process.env.HOME };

export type Caddy = Awaited<ReturnType<typeof startCaddy>>;

/** Uses a certificate of its own. Resolves when `/api/health` returns 200, or anything with `acceptsAnyStatus`. */
export async function startCaddy(
  upstreams: string[],
  {
    environment = {},
    config,
    acceptsAnyStatus = false,
  }: { environment?: Record<string, string>; config?: string; acceptsAnyStatus?: boolean } = {},
) {
  const dir = temporaryDir();
  const [port, httpPort] = [freePort(), freePort()];
  const file = join(dir.path, 'Caddyfile');
  await Bun.write(file, config ?? readFileSync(CADDYFILE, 'utf8'));
  const [accessLog, ownLog] = [join(dir.path, 'access.log'), join(dir.path, 'caddy.log')];
  const run = Bun.spawn([CADDY ?? 'caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      ...pathAndHome,
      XDG_DATA_HOME: dir.path,
      XDG_CONFIG_HOME: dir.path,
      SITE_ADDRESS: 'localhost',
      HTTPS_PORT: String(port),
      HTTP_PORT: String(httpPort),
      CADDY_ADMIN: 'off',
      TRY_FOR: '1s',
      ACCESS_LOG: accessLog,
      CADDY_LOG: ownLog,
      UPSTREAMS: upstreams.map((url) => new URL(url).host).join(' '),
      ...environment,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stop = async () => {
    run.kill();
    await run.exited;
    dir.remove();
  };
  const url = `https://localhost:${port}`;
  const root = join(dir.path, 'caddy/pki/authorities/local/root.crt');
  let ca = '';
  try {
    await until(async () => {
      if (run.exitCode !== null) throw new Error(`Caddy exited with ${run.exitCode}.`);
      ca = readFileSync(root, 'utf8');
      const { status } = await fetch(`${url}/api/health`, { tls: { ca } });
      return acceptsAnyStatus || status === 200;
    }, 20_000);
  } catch (error) {
    await stop();
    throw new Error(`Caddy did not start: ${await new Response(run.stderr).text()}`, { cause: error });
  }
  return {
    url,
    port,
    httpUrl: `http://localhost:${httpPort}`,
    ca,
    pid: run.pid,
    fetch: (path: string, init: BunFetchRequestInit = {}) =>
      fetch(`${url}${path}`, { keepalive: false, ...init, tls: { ca } }),
    accessLog: () => readFileSync(accessLog, 'utf8'),
    ownLog: () => readFileSync(ownLog, 'utf8'),
    stop,
  };
}
