import { afterAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { postgresPid, startServer, temporaryDir, until } from '../support/process';

const dir = temporaryDir();
afterAll(() => dir.remove());

/** A process and all that it started. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    });
  return [pid, ...children.map(Number)];
}

const status = async (url: string) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(8000) });
  await answer.body?.cancel();
  return answer.status;
};

test.if(process.platform === 'linux')(
  'a frozen database: 503 in time, and by itself again when it thaws',
  async () => {
    const server = await startServer(dir.path);
    const frozen = family(await postgresPid(dir.path));
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    expect(await status(`${server.url}/api/events`)).toBe(503);
    expect(await status(`${server.url}/api/ready`)).toBe(503);
    expect(await status(`${server.url}/api/health`)).toBe(200);
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    expect(await until(async () => (await status(`${server.url}/api/events`)) === 200, 5000)).toBeLessThan(
      5000,
    );

    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    const start = performance.now();
    server.signal('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - start).toBeLessThan(11_000);
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    process.kill(frozen[0] ?? 0, 'SIGINT');
  },
);
