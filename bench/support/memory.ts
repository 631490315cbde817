import { readdirSync, readFileSync } from 'node:fs';

/** In megabytes, with all descendants. Shared pages count proportionally (PSS). Linux only. */
export function memoryOf(pid: number): number {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]));
  const processTree = [pid];
  for (const member of processTree) {
    for (const [child, parent] of parents) if (parent === member) processTree.push(child);
  }
  return processTree.reduce((sum, member) => sum + pssKilobytesOf(member), 0) / 1024;
}

const processes = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);

const numberIn = (path: string, pattern: RegExp) => {
  try {
    return Number(pattern.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
};
const parentOf = (pid: number) => numberIn(`/proc/${pid}/status`, /^PPid:\s+(\d+)/m);
const pssKilobytesOf = (pid: number) => numberIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);
