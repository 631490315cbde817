import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

export type RunningServer = {
  url: string;
  pid: number;
  dataDir: string;
  /** In milliseconds from the start. */
  readyAfter: number;
  signal: (name: NodeJS.Signals) => void;
  exited: Promise<number>;
  log: () => string;
};

const FOLDER_PREFIX = 'lopp-';
const MAX_AGE_MS = 24 * 3_600_000;

/** Killed runs leave folders. Another run may still use newer ones. */
function removeOldFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((found) => found.startsWith(FOLDER_PREFIX))) {
    const path = join(tmpdir(), name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.()) continue;
    if (Date.now() - stat.mtimeMs > MAX_AGE_MS) rmSync(path, { recursive: true, force: true });
  }
}
removeOldFolders();

export function temporaryDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A URL of a database cannot name the folder of a socket, so PGHOST does. */
export const databaseEnvironment = ({ socketDir, database }: { socketDir: string; database: string }) => ({
  DATABASE_URL: `postgres:///${database}`,
  PGHOST: socketDir,
  PGUSER: 'postgres',
});

/** Like `bun start`, on a free port. Rejects if the process exits before it is ready. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const start = performance.now();
  const child = spawnScript('start', [], dataDir, { PORT: '0', LINK_CHECK: '0', ...environment });
  let log = '';
  let readyUrl: string | undefined;
  const ready = Promise.withResolvers<string>();
  const reading = (async () => {
    for await (const chunk of child.stderr) {
      log += new TextDecoder().decode(chunk);
      // Searched only until it is found: the log of a long run has hundreds of megabytes.
      readyUrl ??= /"url":"([^"]+)"/.exec(log)?.[1];
      if (readyUrl) ready.resolve(readyUrl);
    }
    ready.reject(new Error(`The server exited before it was ready:\n${log}`));
  })();
  reading.catch(() => {});
  const url = await ready.promise;
  return {
    url,
    pid: child.pid,
    dataDir,
    readyAfter: performance.now() - start,
    signal: (name) => child.kill(name),
    exited: child.exited,
    log: () => log,
  };
}

export function spawnScript(
  name: string,
  args: string[],
  dataDir: string,
  environment: Record<string, string> = {},
) {
  return Bun.spawn([process.execPath, join(ROOT, 'scripts', `${name}.ts`), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

export async function runScript(
  name: string,
  args: string[],
  dataDir: string,
  environment?: Record<string, string>,
) {
  const child = spawnScript(name, args, dataDir, environment);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exit: await child.exited, out, err };
}

export async function postgresPid(dataDir: string): Promise<number> {
  const text = await Bun.file(join(dataDir, 'postgres/data/postmaster.pid')).text();
  return Number(text.split('\n', 1)[0]);
}

/** False for zombies. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the milliseconds it took until `attempt` returned true. Throws after `limitMs` milliseconds. */
export async function until(
  attempt: () => Promise<boolean>,
  limitMs: number,
  intervalMs = 20,
): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < limitMs) {
    if (await attempt().catch(() => false)) return performance.now() - start;
    await Bun.sleep(intervalMs);
  }
  throw new Error(`The condition was not met within ${limitMs} ms.`);
}
