import { send } from '../fuzz/wire';
import type { World } from '../fuzz/world';
import { sendByteByByte } from './byte-by-byte';
import type { Case } from './case';
import type { startWatcher } from './watch';

export const DELAY_MOST = 100;
/** Delays above this are measured again: a busy machine delays once, an expensive call each time. */
const SUSPECT = 50;
const TIMES = 5;
/** The cases change the data and use it up, so it is reset after each chunk. */
const CHUNK = 400;

export type Place = { url: string; makeWorld: () => Promise<World>; clearLimits: () => Promise<unknown> };
export type Delay = { name: string; of: string; as: string; ms: number; status: number };
export type Outcome = { count: number; statuses: Map<number, number>; delays: Delay[] };

/** Measures how long each case delays /api/health. Stops after `most` excessive delays. */
export async function measure(
  place: Place,
  watcher: ReturnType<typeof startWatcher>,
  cases: readonly Case[],
  { most = Number.POSITIVE_INFINITY, times = TIMES } = {},
): Promise<Outcome> {
  const outcome: Outcome = { count: 0, statuses: new Map(), delays: [] };
  let world = await resetWorld();
  for (const [nth, testCase] of cases.entries()) {
    if (nth % CHUNK === CHUNK - 1 || cases[nth - 1]?.isFilling) world = await resetWorld();
    if (nth % 20 === 0) await place.clearLimits();
    const delay = await delayOf(testCase);
    outcome.count++;
    outcome.statuses.set(delay.status, (outcome.statuses.get(delay.status) ?? 0) + 1);
    outcome.delays.push(delay);
    if (delay.ms > DELAY_MOST) console.log(describeDelay(delay));
    if (tooLong(outcome).length >= most) break;
    if (nth % 1000 === 999)
      console.log(`${nth + 1} of ${cases.length}, ${tooLong(outcome).length} too long so far`);
  }
  return outcome;

  /** Retries, because an import that timed out may still hold its locks. */
  async function resetWorld(): Promise<World> {
    for (let time = 0; ; time++) {
      const made = await place.makeWorld().catch((error: unknown) => {
        if (time >= TIMES) throw error;
      });
      if (made) return made;
      await Bun.sleep(2000);
    }
  }

  /** The machine itself can cause longer delays, so the shortest attempt counts. */
  async function delayOf({ name, of, as, make, isByteByByte }: Case): Promise<Delay> {
    const request = make();
    let least = Number.POSITIVE_INFINITY;
    let status = 0;
    for (let time = 0; time < times && least > SUSPECT; time++) {
      if (time > 0) await place.clearLimits();
      await watcher.read();
      const received = isByteByByte
        ? await sendByteByByte(place.url, request.path)
        : await send({ url: place.url, world }, { ...request, which: request.which + time }).then(
            (response) => response.status,
            () => 0,
          );
      least = Math.min(least, await watcher.read());
      if (time === 0) status = received;
    }
    return { name, of, as, ms: Math.round(least), status };
  }
}

export const tooLong = ({ delays }: Outcome) => delays.filter(({ ms }) => ms > DELAY_MOST);

export function worst({ delays }: Outcome, count: number): Delay[] {
  const byName = new Map<string, Delay>();
  for (const delay of delays)
    if (delay.ms > (byName.get(delay.name)?.ms ?? -1)) byName.set(delay.name, delay);
  return [...byName.values()].sort((a, b) => b.ms - a.ms).slice(0, count);
}

export const describeDelay = ({ name, of, as, ms, status }: Delay) =>
  `${ms} ms ${name}: ${of}, as ${as} (${status})`;
