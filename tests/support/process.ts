import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

export type RunningServer = {
  url: string;
  pid: number;
  dataDir: string;
  /** Milliseconds from its start until it said that it is ready. */
  readyAfter: number;
  signal: (name: NodeJS.Signals) => void;
  exited: Promise<number>;
  log: () => string;
};

const PREFIX = 'lopp-';
const OLD = 24 * 3_600_000;

/** Folders that runs left which were killed; a younger one may be another run's. */
function removeOld(): void {
  for (const name of readdirSync(tmpdir()).filter((found) => found.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.()) continue;
    if (Date.now() - stat.mtimeMs > OLD) rmSync(path, { recursive: true, force: true });
  }
}
removeOld();

/** A folder of its own for data; `remove` deletes it. */
export function temporaryDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The product as a process of its own, on a free port, as `bun start` runs it. Rejects when it exits before it is ready. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const start = performance.now();
  const child = spawnScript('start', [], dataDir, { PORT: '0', ...environment });
  let log = '';
  const ready = Promise.withResolvers<string>();
  const reading = (async () => {
    for await (const chunk of child.stderr) {
      log += new TextDecoder().decode(chunk);
      const url = /"url":"([^"]+)"/.exec(log)?.[1];
      if (url) ready.resolve(url);
    }
    ready.reject(new Error(`The server ended before it was ready:\n${log}`));
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

/** One of the `bun run` scripts as a process. */
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

/** A script to its end, with what it wrote. */
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

/** The embedded PostgreSQL of a data folder: its process id. */
export async function postgresPid(dataDir: string): Promise<number> {
  const text = await Bun.file(join(dataDir, 'postgres/data/postmaster.pid')).text();
  return Number(text.split('\n', 1)[0]);
}

/** Whether that process is alive; a zombie, which nobody has taken note of, is not. */
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

/** Milliseconds until `attempt`, made `every` so many milliseconds, succeeds; throws after `limit`. */
export async function until(attempt: () => Promise<boolean>, limit: number, every = 20): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < limit) {
    if (await attempt().catch(() => false)) return performance.now() - start;
    await Bun.sleep(every);
  }
  throw new Error(`It did not come to pass within ${limit} ms.`);
}
