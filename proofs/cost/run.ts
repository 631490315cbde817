import { send } from '#proofs/fuzz/wire.ts';
import type { World } from '#proofs/fuzz/world.ts';
import { sendByteByByte } from './byte-by-byte.ts';
import type { Case } from './case.ts';
import type { startWatcher } from './watch.ts';

export const MAX_DELAY_MS = 100;
/** Delays above this are measured again: a busy machine delays once, an expensive call each time. */
const REMEASURE_ABOVE_MS = 50;
const MAX_ATTEMPTS = 5;
/** An import that timed out may hold its locks for two minutes. */
const MAX_RETRIES = 60;
/** The cases change the data and use it up, so it is reset after each chunk. */
const CASES_PER_WORLD = 400;

export type SystemUnderTest = {
  url: string;
  makeWorld: () => Promise<World>;
  clearLimits: () => Promise<unknown>;
};
export type Delay = { name: string; label: string; caller: string; ms: number; status: number };
export type Outcome = { count: number; statuses: Map<number, number>; delays: Delay[] };

/** Measures how long each case delays /api/health. Stops after `maxExcessiveDelays` excessive delays. */
export async function measure(
  system: SystemUnderTest,
  watcher: ReturnType<typeof startWatcher>,
  cases: readonly Case[],
  { maxExcessiveDelays = Number.POSITIVE_INFINITY, maxMeasurements = MAX_ATTEMPTS } = {},
): Promise<Outcome> {
  const outcome: Outcome = { count: 0, statuses: new Map(), delays: [] };
  let world = await withRetries(system.makeWorld);
  for (const [index, testCase] of cases.entries()) {
    if (index % CASES_PER_WORLD === CASES_PER_WORLD - 1 || cases[index - 1]?.needsReset)
      world = await withRetries(system.makeWorld);
    if (index % 20 === 0) await withRetries(system.clearLimits);
    const delay = await measureDelay(testCase);
    outcome.count++;
    outcome.statuses.set(delay.status, (outcome.statuses.get(delay.status) ?? 0) + 1);
    outcome.delays.push(delay);
    if (delay.ms > MAX_DELAY_MS) console.log(describeDelay(delay));
    if (excessiveDelays(outcome).length >= maxExcessiveDelays) break;
    if (index % 1000 === 999)
      console.log(
        `${index + 1} of ${cases.length}, ${excessiveDelays(outcome).length} excessive delays so far`,
      );
  }
  return outcome;

  /** The machine itself can cause longer delays, so the shortest attempt counts. */
  async function measureDelay({ name, label, caller, makeRequest, isByteByByte }: Case): Promise<Delay> {
    const request = makeRequest();
    let shortestMs = Number.POSITIVE_INFINITY;
    let status = 0;
    for (let attempt = 0; attempt < maxMeasurements && shortestMs > REMEASURE_ABOVE_MS; attempt++) {
      if (attempt > 0) await withRetries(system.clearLimits);
      await watcher.readAndReset();
      const received = isByteByByte
        ? await sendByteByByte(system.url, request.path)
        : await send({ url: system.url, world }, { ...request, pickIndex: request.pickIndex + attempt }).then(
            (response) => response.status,
            () => 0,
          );
      shortestMs = Math.min(shortestMs, await watcher.readAndReset());
      if (attempt === 0) status = received;
    }
    return { name, label, caller, ms: Math.round(shortestMs), status };
  }
}

/** For the locks of an import, and for a busy machine that takes long to connect. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--)
    try {
      return await work();
    } catch (error) {
      if (retriesLeft === 0) throw error;
      await Bun.sleep(2000);
    }
}

export const excessiveDelays = ({ delays }: Outcome) => delays.filter(({ ms }) => ms > MAX_DELAY_MS);

export function longestPerOperation({ delays }: Outcome, count: number): Delay[] {
  const byName = new Map<string, Delay>();
  for (const delay of delays)
    if (delay.ms > (byName.get(delay.name)?.ms ?? -1)) byName.set(delay.name, delay);
  return [...byName.values()].sort((a, b) => b.ms - a.ms).slice(0, count);
}

export const describeDelay = ({ name, label, caller, ms, status }: Delay) =>
  `${ms} ms ${name}: ${label}, as ${caller} (${status})`;
