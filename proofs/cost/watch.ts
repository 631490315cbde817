import { join } from 'node:path';

/** In ms. */
export type Delays = { longest: number; p99: number };

/** `path` is requested again and again. */
export function startWatcher(url: string, pid: number, path = '/api/health') {
  const pendingReads: ((delays: Delays) => void)[] = [];
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'watcher.ts'), new URL(url).port, String(pid), path],
    {
      ipc: (delays: Delays) => pendingReads.shift()?.(delays),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const readDelays = () =>
    new Promise<Delays>((resolve) => {
      pendingReads.push(resolve);
      child.send('read');
    });
  return {
    /** Resolves to the delays since the last call, including the request in flight. */
    readDelays,
    /** Resolves to the longest of them. */
    readAndReset: async () => (await readDelays()).longest,
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}
