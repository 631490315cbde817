import type { Answer } from '../../support/app';

export type Told = Answer<Record<string, unknown>>;

export type Verdict = ReturnType<typeof openVerdict>;

const isBusy = ({ status }: { status: number }) => status === 503;
const won = ({ status }: { status: number }) => status === 200;

/** Counts what went otherwise than it may. */
export function openVerdict(kind: string) {
  const faults: string[] = [];
  const seen = { calls: 0, busy: 0 };
  const check = (isRight: boolean, what: string) => {
    if (!isRight) faults.push(`${kind}: ${what}`);
  };

  /** Every answer is one of these: a status, or a status and its code. Who is answered 503 may try again (D5). */
  function answers(told: Told[], allowed: (number | [number, string])[]) {
    seen.calls += told.length;
    seen.busy += told.filter(isBusy).length;
    for (const { status, body } of told) {
      const isAllowed = allowed.some((one) =>
        typeof one === 'number' ? one === status : one[0] === status && one[1] === body.code,
      );
      check(isAllowed || status === 503, `an answer of ${status} ${body.code ?? ''}`);
    }
  }

  return {
    faults,
    seen,
    check,
    answers,
    /** Exactly `expected` of it. */
    count: (found: number, expected: number, of: string) =>
      check(found === expected, `${found} ${of} instead of ${expected}`),
    /** One is told that it was done, the others that; answers who that was, and in which place. */
    oneWins(told: Told[], ...others: [number, string][]): { place: number; body: Told['body'] } | undefined {
      answers(told, [200, ...others]);
      const winners = told.filter(won).length;
      check(winners === 1 || (winners === 0 && told.some(isBusy)), `${winners} were told that they did it`);
      const place = told.findIndex(won);
      const winner = told[place];
      return winner && { place, body: winner.body };
    },
  };
}
