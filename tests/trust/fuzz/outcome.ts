import type { Fault } from './oracle';
import type { Request } from './request';
import type { Received } from './wire';

export type Outcome = {
  count: number;
  sent: Map<string, number>;
  succeeded: Map<string, number>;
  statuses: Map<number, number>;
  faults: { fault: Fault; request: Request; received?: Pick<Received, 'status' | 'text'>; nth: string }[];
  /** Requests with a too large body whose connection closed without a response. */
  dropped: number;
  retries: number;
};

export const newOutcome = (): Outcome => ({
  count: 0,
  sent: new Map(),
  succeeded: new Map(),
  statuses: new Map(),
  faults: [],
  dropped: 0,
  retries: 0,
});

export const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

export function describeFaults({ faults }: Outcome, take = 25): string {
  const groups = new Map<string, Outcome['faults']>();
  for (const one of faults) {
    const key = `${one.fault.kind}: ${one.fault.why} (${one.request.transport} ${one.request.names.slice(0, 2).join()} ${one.received?.status ?? '-'})`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const lines = [...groups].slice(0, take).map(([key, found]) => {
    const smallest = found.reduce((a, b) => (sizeOf(b.request) < sizeOf(a.request) ? b : a));
    const { request, received, nth } = smallest;
    const body = typeof request.body === 'string' ? request.body : `${request.body?.length ?? 0} bytes`;
    const shown = JSON.stringify([
      request.method,
      request.path,
      request.headers,
      body,
      `as ${request.as}`,
    ]).slice(0, 500);
    return `${found.length} x ${key}\n  ${nth}: ${shown}\n  response: ${received?.text.slice(0, 300)}`;
  });
  return lines.join('\n');
}

const sizeOf = ({ path, body }: Request) => path.length + (body?.length ?? 0);
