import { onTestFinished } from 'bun:test';

/** Processes that use a processor without a pause until the running test ends, most of a small machine. */
export function startNeighbours(count: number): void {
  const children = Array.from({ length: count }, () =>
    Bun.spawn([process.execPath, '-e', 'for (;;);'], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }),
  );
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map(({ exited }) => exited));
  });
}
