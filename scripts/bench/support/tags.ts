import { atEnd } from './ending';
import { type Target, wrkCommand } from './wrk';

export type Seen = {
  answers: number;
  /** When the last answer with that tag came, on any connection: milliseconds since 1970. */
  last: Map<string, number>;
};

/** Loads a server and takes note of the tag of each answer, for so many seconds or until it is stopped. */
export function watch(target: Omit<Target, 'pid'>, seconds: number, connections: number) {
  const command = wrkCommand(target, 'tags.lua', seconds, connections);
  const wrk = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  const out = new Response(wrk.stdout).text();
  atEnd(() => wrk.kill('SIGKILL'));
  return {
    async stop(): Promise<Seen> {
      // Asked so, it ends as when its time is up.
      wrk.kill('SIGINT');
      const text = await out;
      const seen: Seen = { answers: Number(/answers (\d+)/.exec(text)?.[1]), last: new Map() };
      const faults = Number(/faults (\d+)/.exec(text)?.[1]);
      if (faults !== 0) throw new Error(`${target.url}: ${faults} faults.\n${text}`);
      for (const [, tag = '', at] of text.matchAll(/^tag (\S+) (\d+)$/gm)) {
        seen.last.set(tag, Math.max(seen.last.get(tag) ?? 0, Number(at)));
      }
      return seen;
    },
  };
}
