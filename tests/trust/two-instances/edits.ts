import { type Lane, openLanes } from './lanes';
import { type Pair, type Result, turnOf } from './pair';

/** Milliseconds, from the answer to whoever made the change until the other instance has shown it. */
const LIMIT = 1000;

export type Seen = Result & {
  /** Seen, but later than they may be. */
  late: string[];
  slowest: number;
  kinds: string[];
  faultless: string[];
};

/**
 * So many changes of each kind, all kinds beside each other, now at the one instance, now at the other. What is not seen
 * after `patience` milliseconds is never seen.
 */
export async function tryEdits(pair: Pair, each: number, patience = 5000): Promise<Seen> {
  const lanes = await openLanes(pair);
  const seen: Seen = { tried: 0, faults: [], late: [], slowest: 0, kinds: Object.keys(lanes), faultless: [] };
  await Promise.all(
    Object.entries(lanes).map(async ([kind, lane]) => {
      let isFaultless = true;
      for (let turn = 0; turn < each; turn++) {
        const fault = await change(pair, lane, turn, patience, seen);
        seen.tried++;
        if (fault) seen.faults.push(`${kind} ${turn}: ${fault}`);
        isFaultless &&= !fault;
      }
      if (isFaultless) seen.faultless.push(kind);
      await lane.close?.();
    }),
  );
  return seen;
}

async function change(
  pair: Pair,
  { edit }: Lane,
  turn: number,
  patience: number,
  seen: Seen,
): Promise<string | undefined> {
  const [here, there] = turnOf(pair, turn);
  try {
    const look = await edit(here, turn);
    const begun = performance.now();
    const passed = () => performance.now() - begun;
    while (!(await look(there))) {
      if (passed() > patience) return 'never seen';
      await Bun.sleep(5);
    }
    const after = passed();
    seen.slowest = Math.max(seen.slowest, after);
    if (after <= LIMIT) return undefined;
    seen.late.push(`seen after ${Math.round(after)} ms`);
    return seen.late.at(-1);
  } catch (error) {
    return String(error);
  }
}

/** The same, and all of it once more when the one fault was that it took long: the machine may have been busy. */
export async function tryEditsTwice(pair: Pair, each: number): Promise<Seen & { times: number }> {
  const first = await tryEdits(pair, each);
  const isOnlyLate = first.late.length > 0 && first.late.length === first.faults.length;
  return isOnlyLate ? { ...(await tryEdits(pair, each)), times: 2 } : { ...first, times: 1 };
}
