import { join } from 'node:path';

export function startWatcher(url: string, pid: number) {
  const pendingReads: ((delay: number) => void)[] = [];
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'watcher.ts'), new URL(url).port, String(pid)],
    {
      ipc: (delay: number) => pendingReads.shift()?.(delay),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  return {
    /** Resolves to the slowest response of the server in ms since the last call, including the request in flight. */
    readAndReset: () =>
      new Promise<number>((resolve) => {
        pendingReads.push(resolve);
        child.send('read');
      }),
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}
