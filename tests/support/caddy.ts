import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir, until } from './process';

const CADDYFILE = join(import.meta.dir, '../../Caddyfile');
const CADDY = Bun.which('caddy');
const isNeeded = process.env.CI === 'true';

/** Whether what needs Caddy runs: where there is none it is said, and with CI=true it fails (D1). */
export const hasCaddy = CADDY !== null || isNeeded;
if (!CADDY) console.log('NOT RUN through Caddy: there is none on this machine (`apt-get install caddy`).');

/** Caddy with the Caddyfile and these words, to its end. */
export async function runCaddy(words: string[], environment: Record<string, string> = {}) {
  const run = Bun.spawn([CADDY ?? 'caddy', ...words], {
    env: { ...pathAndHome, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const said = (await Promise.all([run.stdout, run.stderr].map((out) => new Response(out).text()))).join('');
  return { exit: await run.exited, said };
}

const pathAndHome = { PATH: process.env.PATH, HOME: process.env.HOME };

/** A port that nobody has just now. */
export function freePort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  return port;
}

export type Caddy = Awaited<ReturnType<typeof startCaddy>>;

/**
 * Caddy as the Caddyfile has it, before those servers, with a certificate of its own; `config` is another text instead of
 * the Caddyfile. It has answered when this resolves, with whatever if it `mayFail`.
 */
export async function startCaddy(
  upstreams: string[],
  {
    environment = {},
    config,
    mayFail = false,
  }: { environment?: Record<string, string>; config?: string; mayFail?: boolean } = {},
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
      if (run.exitCode !== null) throw new Error('It ended.');
      ca = readFileSync(root, 'utf8');
      const { status } = await fetch(`${url}/api/health`, { tls: { ca } });
      return mayFail || status === 200;
    }, 20_000);
  } catch (error) {
    await stop();
    throw new Error(`Caddy does not answer: ${await new Response(run.stderr).text()}`, { cause: error });
  }
  return {
    url,
    port,
    httpUrl: `http://localhost:${httpPort}`,
    ca,
    pid: run.pid,
    /** A call of that path, each over a connection of its own unless told otherwise. */
    fetch: (path: string, init: BunFetchRequestInit = {}) =>
      fetch(`${url}${path}`, { keepalive: false, ...init, tls: { ca } }),
    accessLog: () => readFileSync(accessLog, 'utf8'),
    ownLog: () => readFileSync(ownLog, 'utf8'),
    stop,
  };
}
