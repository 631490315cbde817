import { type EditKind, openEditKinds } from './lanes';
import { alternate, type Pair, type Result } from './pair';

/** From the response to a change until the other instance shows it. */
const LIMIT_MS = 1000;

export type EditResult = Result & {
  late: string[];
  slowest: number;
  kinds: string[];
  faultless: string[];
};

/** All kinds run in parallel. A change that is not visible after `giveUpMs` counts as never visible. */
export async function tryEdits(pair: Pair, each: number, giveUpMs = 5000): Promise<EditResult> {
  const lanes = await openEditKinds(pair);
  const result: EditResult = {
    attempts: 0,
    faults: [],
    late: [],
    slowest: 0,
    kinds: Object.keys(lanes),
    faultless: [],
  };
  await Promise.all(
    Object.entries(lanes).map(async ([kind, lane]) => {
      let isFaultless = true;
      for (let turn = 0; turn < each; turn++) {
        const fault = await change(pair, lane, turn, giveUpMs, result);
        result.attempts++;
        if (fault) result.faults.push(`${kind} ${turn}: ${fault}`);
        isFaultless &&= !fault;
      }
      if (isFaultless) result.faultless.push(kind);
      await lane.close?.();
    }),
  );
  return result;
}

async function change(
  pair: Pair,
  { edit }: EditKind,
  turn: number,
  giveUpMs: number,
  result: EditResult,
): Promise<string | undefined> {
  const [here, there] = alternate(pair, turn);
  try {
    const isVisibleOn = await edit(here, turn);
    const begun = performance.now();
    const elapsedMs = () => performance.now() - begun;
    while (!(await isVisibleOn(there))) {
      if (elapsedMs() > giveUpMs) return 'never visible';
      await Bun.sleep(5);
    }
    const visibleAfterMs = elapsedMs();
    result.slowest = Math.max(result.slowest, visibleAfterMs);
    if (visibleAfterMs <= LIMIT_MS) return undefined;
    result.late.push(`visible after ${Math.round(visibleAfterMs)} ms`);
    return result.late.at(-1);
  } catch (error) {
    return String(error);
  }
}

/** Repeats late edits once, because the machine may have been busy. */
export async function tryEditsTwice(pair: Pair, each: number): Promise<EditResult & { times: number }> {
  const first = await tryEdits(pair, each);
  const isOnlyLate = first.late.length > 0 && first.late.length === first.faults.length;
  return isOnlyLate ? { ...(await tryEdits(pair, each)), times: 2 } : { ...first, times: 1 };
}
