import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './ending.ts';

export const ROOT = join(import.meta.dir, '../..');

export type Child = {
  url: string;
  pid: number;
  log: () => string;
  /** The lines of many requests would fill the disk. */
  clearLog: () => void;
  isAlive: () => boolean;
  stop: () => Promise<void>;
};

/** Deleted at the end of the benchmark. */
export function temporaryDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'bench-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 15_000;

type StartOptions = {
  command: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** A pattern finds the URL in the log. */
  url: RegExp | string;
};

/** The log goes to a file. Resolves when the URL is known. The process is stopped at the end of the benchmark. */
export async function startChild({ command, env = {}, cwd = ROOT, url }: StartOptions): Promise<Child> {
  const file = join(temporaryDir(), 'log');
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdin: 'ignore',
    stdout: Bun.file(file),
    stderr: Bun.file(file),
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await child.exited;
    clearTimeout(timer);
  };
  atEnd(stop);
  const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const foundUrl = () => (typeof url === 'string' ? url : url.exec(log())?.[1]);
  for (const start = performance.now(); !foundUrl(); await Bun.sleep(20)) {
    if (child.exitCode !== null || performance.now() - start > READY_LIMIT_MS) {
      throw new Error(`${command.join(' ')} did not start serving:\n${log().slice(-3000)}`);
    }
  }
  return {
    url: foundUrl() as string,
    pid: child.pid,
    log,
    clearLog: () => statSync(file).size > 0 && truncateSync(file),
    isAlive: () => child.exitCode === null,
    stop,
  };
}

export function startScript(name: string, args: string[], env?: Record<string, string>): Promise<Child> {
  return startChild({
    command: [process.execPath, join(import.meta.dir, name), ...args],
    env,
    url: /^(http:\S+)$/m,
  });
}
