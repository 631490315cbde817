import { atEnd } from './ending.ts';
import { type Target, wrkCommand } from './wrk.ts';

export type TagReport = {
  responses: number;
  /** By ETag: when its last response arrived on any connection, in milliseconds since 1970. */
  lastArrivalMs: Map<string, number>;
};

export function recordTags(target: Omit<Target, 'pid'>, seconds: number, connections: number) {
  const command = wrkCommand(target, 'tags.lua', seconds, connections);
  const wrk = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  const out = new Response(wrk.stdout).text();
  atEnd(() => wrk.kill('SIGKILL'));
  return {
    async stop(): Promise<TagReport> {
      // On SIGINT, wrk prints its results as at the end of its time.
      wrk.kill('SIGINT');
      const text = await out;
      const report: TagReport = {
        responses: Number(/responses (\d+)/.exec(text)?.[1]),
        lastArrivalMs: new Map(),
      };
      const errorCount = Number(/faults (\d+)/.exec(text)?.[1]);
      if (errorCount !== 0) throw new Error(`${target.url}: ${errorCount} faults.\n${text}`);
      for (const [, tag = '', at] of text.matchAll(/^tag (\S+) (\d+)$/gm)) {
        report.lastArrivalMs.set(tag, Math.max(report.lastArrivalMs.get(tag) ?? 0, Number(at)));
      }
      return report;
    },
  };
}
