import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Load = {
  /** Requests per second. */
  rate: number;
  /** In milliseconds, as is `p99`. */
  p50: number;
  p99: number;
  /** The bytes of one response. */
  bytes: number;
  /** The CPU time of the server process for each request, in microseconds, all threads together. */
  cpu: number;
};

export type Target = { url: string; pid: number; headers?: Record<string, string> };

/** If `wrk` is not installed, prints how to install it and exits. */
export function expectWrk(): string {
  const wrk = Bun.which('wrk');
  if (wrk) return wrk;
  console.error('This benchmark needs wrk: sudo apt-get install -y wrk');
  process.exit(1);
}

export function wrkCommand(target: Omit<Target, 'pid'>, script: string, seconds: number, connections = 200) {
  const headers = Object.entries(target.headers ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const size = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s'];
  return [expectWrk(), ...size, '-s', join(import.meta.dir, script), ...headers, target.url];
}

const WARM_UP_SECONDS = 1;

/** Warms up for one second first. Throws if any response is an error. */
export async function load(target: Target, seconds: number, connections = 200): Promise<Load> {
  await measure(target, WARM_UP_SECONDS, connections);
  const before = cpuSeconds(target.pid);
  const { text, ...found } = await measure(target, seconds, connections);
  if (found.failed + found.refused > 0 || !(found.requests > 0)) throw new Error(`${target.url}: ${text}`);
  return {
    rate: (found.requests / found.duration) * 1e6,
    p50: found.p50 / 1000,
    p99: found.p99 / 1000,
    bytes: found.bytes / found.requests,
    cpu: ((cpuSeconds(target.pid) - before) / found.requests) * 1e6,
  };
}

type WrkResult = Record<'requests' | 'duration' | 'bytes' | 'p50' | 'p99' | 'failed' | 'refused', number>;

async function measure(target: Target, seconds: number, connections: number) {
  const command = wrkCommand(target, 'wrk.lua', seconds, connections);
  const run = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  const text = await new Response(run.stdout).text();
  await waitUntilIdle(target.pid);
  return { text, ...(JSON.parse(text.trim().split('\n').at(-1) ?? '') as WrkResult) };
}

/** A slow server may still process requests of the finished load, which would delay the next. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let before = -1, turn = 0; turn < MAX_IDLE_CHECKS; turn++) {
    const now = cpuSeconds(pid);
    if (now - before <= IDLE_CPU_SECONDS) return;
    before = now;
    await Bun.sleep(IDLE_CHECK_INTERVAL_MS);
  }
}
const MAX_IDLE_CHECKS = 300;
const IDLE_CHECK_INTERVAL_MS = 200;
/** An idle process uses at most so much CPU time between two checks. */
const IDLE_CPU_SECONDS = 0.02;

/** The kernel counts in hundredths of a second. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
