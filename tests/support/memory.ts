import { readFileSync, writeFileSync } from 'node:fs';

/** In MB: now, and the peak since {@link forgetPeak}. Linux only. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
