import type { StoredData } from './stored-data.ts';

export type Outcome = 'ok' | 'failed' | 'unknown';

/** A write that was sent, and how to look up which of its parts (row, audit entry, mail) are stored. */
export type Write = {
  kind: string;
  transport: string;
  outcome: Outcome;
  response: string;
  checkStored: (stored: StoredData) => Record<string, boolean>;
  /** A later write replaced or deleted what this one stored. */
  isOverwritten?: boolean;
};

export type Ledger = {
  writes: Write[];
  /** Calls whose connection was refused. */
  unsent: number;
};

export const newLedger = (): Ledger => ({ writes: [], unsent: 0 });

export type Balance = {
  ok: number;
  failed: number;
  unknown: number;
  /** Returned 200, but not stored completely. */
  lost: Write[];
  /** Returned an error, but stored. */
  storedAnyway: Write[];
  /** Stored in part. */
  partial: Write[];
  unknownStored: number;
  /** Returned `server.uncertain`; part of `unknown`. */
  uncertain: number;
  uncertainStored: number;
  /** Acknowledged writes by operation, and other writes by response. */
  kinds: Record<string, number>;
  failures: Record<string, number>;
};

export function balance({ writes }: Ledger, stored: StoredData): Balance {
  const sum: Balance = {
    ok: 0,
    failed: 0,
    unknown: 0,
    lost: [],
    storedAnyway: [],
    partial: [],
    unknownStored: 0,
    uncertain: 0,
    uncertainStored: 0,
    kinds: {},
    failures: {},
  };
  for (const write of writes) {
    sum[write.outcome]++;
    if (write.outcome === 'ok') sum.kinds[write.kind] = (sum.kinds[write.kind] ?? 0) + 1;
    else sum.failures[write.response] = (sum.failures[write.response] ?? 0) + 1;
    const isUncertain = write.response.endsWith('server.uncertain');
    if (isUncertain) sum.uncertain++;
    if (write.isOverwritten) continue;
    const parts = Object.values(write.checkStored(stored));
    const isComplete = parts.every(Boolean);
    const isAbsent = !parts.some(Boolean);
    if (!isComplete && !isAbsent) sum.partial.push(write);
    if (write.outcome === 'ok' && !isComplete) sum.lost.push(write);
    if (write.outcome === 'failed' && !isAbsent) sum.storedAnyway.push(write);
    if (write.outcome === 'unknown' && isComplete) sum.unknownStored++;
    if (isUncertain && isComplete) sum.uncertainStored++;
  }
  return sum;
}

export const countViolations = ({ lost, storedAnyway, partial }: Balance) =>
  new Set<Write>([...lost, ...storedAnyway, ...partial]).size;

export function describeViolations({ lost, storedAnyway, partial }: Balance, stored: StoredData): string[] {
  const describe = (what: string) => (write: Write) =>
    `${what}: ${write.kind} over ${write.transport}, response ${write.response}; stored: ${JSON.stringify(write.checkStored(stored))}`;
  return [
    ...lost.map(describe('lost')),
    ...storedAnyway.map(describe('refused but stored')),
    ...partial.map(describe('partly stored')),
  ].slice(0, 20);
}
