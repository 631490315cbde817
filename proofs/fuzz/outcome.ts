import type { Violation } from './oracle.ts';
import type { Request } from './request.ts';
import type { Received } from './wire.ts';

export type Outcome = {
  count: number;
  /** By operation, without batches. */
  sent: Map<string, number>;
  succeeded: Map<string, number>;
  statuses: Map<number, number>;
  violations: {
    violation: Violation;
    request: Request;
    received?: Pick<Received, 'status' | 'text'>;
    label: string;
  }[];
  /** Requests with a too large body whose connection closed without a response. */
  dropped: number;
  retries: number;
};

export const newOutcome = (): Outcome => ({
  count: 0,
  sent: new Map(),
  succeeded: new Map(),
  statuses: new Map(),
  violations: [],
  dropped: 0,
  retries: 0,
});

export const increment = <Key>(counts: Map<Key, number>, key: Key) =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

export function describeViolations({ violations }: Outcome, maxGroups = 25): string {
  const groups = new Map<string, Outcome['violations']>();
  for (const one of violations) {
    const key = `${one.violation.kind}: ${one.violation.reason} (${one.request.transport} ${one.request.procedures.slice(0, 2).join()} ${one.received?.status ?? '-'})`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const lines = [...groups].slice(0, maxGroups).map(([key, group]) => {
    const smallest = group.reduce((a, b) => (sizeOf(b.request) < sizeOf(a.request) ? b : a));
    const { request, received, label } = smallest;
    const body = typeof request.body === 'string' ? request.body : `${request.body?.length ?? 0} bytes`;
    const shown = JSON.stringify([
      request.method,
      request.path,
      request.headers,
      body,
      `as ${request.caller}`,
    ]).slice(0, 500);
    return `${group.length} x ${key}\n  ${label}: ${shown}\n  response: ${received?.text.slice(0, 300)}`;
  });
  return lines.join('\n');
}

const sizeOf = ({ path, body }: Request) => path.length + (body?.length ?? 0);
