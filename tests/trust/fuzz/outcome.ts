import type { Fault } from './oracle';
import type { Request } from './request';
import type { Got } from './wire';

/** What became of many requests. */
export type Outcome = {
  count: number;
  /** By operation: how many were asked alone, and how many of those were answered 200. */
  asked: Map<string, number>;
  answered: Map<string, number>;
  statuses: Map<number, number>;
  faults: { fault: Fault; request: Request; got?: Pick<Got, 'status' | 'text'>; nth: string }[];
  /** Requests whose connection ended without an answer while their body was too large to be taken. */
  dropped: number;
  /** How often one was told 503 and asked again later. */
  late: number;
};

export const newOutcome = (): Outcome => ({
  count: 0,
  asked: new Map(),
  answered: new Map(),
  statuses: new Map(),
  faults: [],
  dropped: 0,
  late: 0,
});

export const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** One line for each way of failing, with the first request that failed so. */
export function tellFaults({ faults }: Outcome, take = 25): string {
  const groups = new Map<string, Outcome['faults']>();
  for (const one of faults) {
    const key = `${one.fault.kind}: ${one.fault.why} (${one.request.door} ${one.request.names.slice(0, 2).join()} ${one.got?.status ?? '-'})`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const lines = [...groups].slice(0, take).map(([key, found]) => {
    const smallest = found.reduce((a, b) => (sizeOf(b.request) < sizeOf(a.request) ? b : a));
    const { request, got, nth } = smallest;
    const body = typeof request.body === 'string' ? request.body : `${request.body?.length ?? 0} bytes`;
    const shown = JSON.stringify([
      request.method,
      request.path,
      request.headers,
      body,
      `as ${request.as}`,
    ]).slice(0, 500);
    return `${found.length} x ${key}\n  ${nth}: ${shown}\n  answered: ${got?.text.slice(0, 300)}`;
  });
  return lines.join('\n');
}

const sizeOf = ({ path, body }: Request) => path.length + (body?.length ?? 0);
