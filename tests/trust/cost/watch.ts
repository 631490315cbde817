import { join } from 'node:path';

/** A watcher of /api/health in a process of its own; `pid` is the server's. */
export function startWatcher(url: string, pid: number) {
  const waiting: ((delay: number) => void)[] = [];
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'watcher.ts'), new URL(url).port, String(pid)],
    {
      ipc: (delay: number) => waiting.shift()?.(delay),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  return {
    /** The longest delay of /api/health since the last call, in ms; that of the request under way is included. */
    read: () =>
      new Promise<number>((resolve) => {
        waiting.push(resolve);
        child.send('read');
      }),
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}
