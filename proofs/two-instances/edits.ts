import { type EditKind, openEditKinds } from './edit-kinds.ts';
import { alternate, type Pair, type Result } from './pair.ts';

/** From the response to an edit until the other instance shows the change. */
const LIMIT_MS = 1000;

export type EditResult = Result & {
  /** The faults that are only late. */
  late: string[];
  slowestMs: number;
  kinds: string[];
  faultlessKinds: string[];
};

/** All kinds of edits run in parallel. A change that is not visible after `giveUpMs` counts as never visible. */
export async function tryEdits(pair: Pair, countPerKind: number, giveUpMs = 5000): Promise<EditResult> {
  const editKinds = await openEditKinds(pair);
  const result: EditResult = {
    attempts: 0,
    faults: [],
    late: [],
    slowestMs: 0,
    kinds: Object.keys(editKinds),
    faultlessKinds: [],
  };
  await Promise.all(
    Object.entries(editKinds).map(async ([kind, editKind]) => {
      let isFaultless = true;
      for (let turn = 0; turn < countPerKind; turn++) {
        const fault = await checkEdit(pair, editKind, turn, giveUpMs, result);
        result.attempts++;
        if (fault) result.faults.push(`${kind} ${turn}: ${fault}`);
        isFaultless &&= !fault;
      }
      if (isFaultless) result.faultlessKinds.push(kind);
      await editKind.close?.();
    }),
  );
  return result;
}

async function checkEdit(
  pair: Pair,
  { edit }: EditKind,
  turn: number,
  giveUpMs: number,
  result: EditResult,
): Promise<string | undefined> {
  const [here, there] = alternate(pair, turn);
  try {
    const isVisibleOn = await edit(here, turn);
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    while (!(await isVisibleOn(there))) {
      if (elapsedMs() > giveUpMs) return 'never visible';
      await Bun.sleep(5);
    }
    const visibleAfterMs = elapsedMs();
    result.slowestMs = Math.max(result.slowestMs, visibleAfterMs);
    if (visibleAfterMs <= LIMIT_MS) return undefined;
    result.late.push(`visible after ${Math.round(visibleAfterMs)} ms`);
    return result.late.at(-1);
  } catch (error) {
    return String(error);
  }
}

/** Repeats late edits once, because the machine may have been busy. */
export async function tryEditsAgainIfLate(
  pair: Pair,
  countPerKind: number,
): Promise<EditResult & { runs: number }> {
  const first = await tryEdits(pair, countPerKind);
  const isOnlyLate = first.late.length > 0 && first.late.length === first.faults.length;
  return isOnlyLate ? { ...(await tryEdits(pair, countPerKind)), runs: 2 } : { ...first, runs: 1 };
}
