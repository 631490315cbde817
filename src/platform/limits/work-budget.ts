import { addressBucket, wideNetworkOf } from '#src/platform/http/address.ts';
import { AppError } from '#src/shared/errors.ts';

/** In milliseconds, from any origin. `cpu` is the processor time of this thread. */
export type Stopwatch = { elapsed: () => number; cpu: () => number };

export const STOPWATCH: Stopwatch = {
  elapsed: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * `share` is the part of a processor that the work may use in the long run, `burst` the milliseconds that it may use at
 * once.
 */
type Limit = { share: number; burst: number };

/** Charged when work is admitted, so that concurrent requests cannot all pass before the first is measured. */
const ESTIMATE_MS = 20;
/** Those that owe least recently are forgotten first. */
const KEYS_MAX = 10_000;
const ALL = 'all';

export type Caller = { address: string; signal: AbortSignal };

export type WorkBudget = {
  /**
   * Waits until no other work of this budget runs. Call the result when the work is done: it charges the processor time
   * to the caller. Throws `request.too_many` at once while the caller, its wide network or all callers owe too much,
   * and the reason of the abort if the caller has left.
   */
  begin: (caller: Caller) => Promise<() => void>;
};

/**
 * Bounds work for strangers by the processor time that it takes, and not by the number of requests. Who has used more
 * than its share owes it, and must wait until the debt is paid by time.
 */
export function createWorkBudget(
  limits: { address: Limit; network: Limit; all: Limit },
  { elapsed, cpu }: Stopwatch,
): WorkBudget {
  const debts = new Map<string, { ms: number; at: number }>();
  let lastTurn: Promise<void> = Promise.resolve();

  const debtOf = (key: string, { share }: Limit): number => {
    const debt = debts.get(key);
    return debt ? Math.max(0, debt.ms - (elapsed() - debt.at) * share) : 0;
  };

  function charge(key: string, limit: Limit, ms: number): void {
    const debt = Math.max(0, debtOf(key, limit) + ms);
    debts.delete(key);
    if (debt > 0) debts.set(key, { ms: debt, at: elapsed() });
    const [oldest] = debts.keys();
    if (debts.size > KEYS_MAX && oldest !== undefined) debts.delete(oldest);
  }

  return {
    async begin({ address, signal }) {
      const accounts: [key: string, limit: Limit][] = [
        [addressBucket(address), limits.address],
        [`network ${wideNetworkOf(address)}`, limits.network],
        [ALL, limits.all],
      ];
      const chargeAll = (ms: number) => {
        for (const [key, limit] of accounts) charge(key, limit, ms);
      };
      for (const [key, limit] of accounts) {
        const excess = debtOf(key, limit) - limit.burst;
        if (excess < 0) continue;
        const retryAfter = Math.max(1, Math.ceil(excess / limit.share / 1000));
        throw new AppError('request.too_many', { retryAfter });
      }
      chargeAll(ESTIMATE_MS);
      const turn = Promise.withResolvers<void>();
      const before = lastTurn;
      lastTurn = turn.promise;
      await before;
      if (signal.aborted) {
        chargeAll(-ESTIMATE_MS);
        turn.resolve();
        throw signal.reason;
      }
      const start = cpu();
      return () => {
        chargeAll(cpu() - start - ESTIMATE_MS);
        turn.resolve();
      };
    },
  };
}
