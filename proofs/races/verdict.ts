import type { ApiResponse } from '#tests/support/app.ts';

export type CallResponse = ApiResponse<Record<string, unknown>>;

export type Verdict = ReturnType<typeof openVerdict>;

const isBusy = ({ status }: { status: number }) => status === 503;
const hasSucceeded = ({ status }: { status: number }) => status === 200;

/** Collects the faults of a kind of race. */
export function openVerdict(kind: string) {
  const faults: string[] = [];
  const totals = { calls: 0, busy: 0 };
  const check = (isTrue: boolean, fault: string) => {
    if (!isTrue) faults.push(`${kind}: ${fault}`);
  };

  /** A 503 is always allowed, because the caller may retry. */
  function checkStatuses(responses: CallResponse[], allowed: (number | [number, string])[]) {
    totals.calls += responses.length;
    totals.busy += responses.filter(isBusy).length;
    for (const { status, body } of responses) {
      const isAllowed = allowed.some((one) =>
        typeof one === 'number' ? one === status : one[0] === status && one[1] === body.code,
      );
      check(isAllowed || status === 503, `a response of ${status} ${body.code ?? ''}`);
    }
  }

  return {
    faults,
    totals,
    check,
    checkStatuses,
    count: (found: number, expected: number, of: string) =>
      check(found === expected, `${found} ${of} instead of ${expected}`),
    /**
     * Exactly one call must succeed. The others must fail with a status and code of `failures`. Returns the index and
     * body of the successful one.
     */
    expectOneSuccess(
      responses: CallResponse[],
      ...failures: [number, string][]
    ): { index: number; body: CallResponse['body'] } | undefined {
      checkStatuses(responses, [200, ...failures]);
      const winners = responses.filter(hasSucceeded).length;
      check(
        winners === 1 || (winners === 0 && responses.some(isBusy)),
        `${winners} calls succeeded instead of 1`,
      );
      const index = responses.findIndex(hasSucceeded);
      const winner = responses[index];
      return winner && { index, body: winner.body };
    },
  };
}
