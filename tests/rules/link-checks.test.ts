import { describe, expect, test } from 'bun:test';
import { type CheckResult, stateAfterCheck } from '#src/features/links/rules.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2027-03-01T12:00:00Z');

/** The status after checks with these results, each on the given day. */
function statusAfter(...checks: [day: number, result: number | string][]) {
  let state: ReturnType<typeof stateAfterCheck> = {
    status: 'unchecked',
    failures: 0,
    failing_since: null,
    due_at: '',
  };
  for (const [day, result] of checks) {
    const outcome: CheckResult = typeof result === 'number' ? { http_status: result } : { reason: result };
    state = stateAfterCheck(state, outcome, new Date(START + day * DAY_MS));
  }
  return state;
}

describe('a checked link', () => {
  test.each([200, 204, 302, 304])('works with status %d', (status) => {
    expect(statusAfter([0, status]).status).toBe('ok');
  });

  test.each([401, 403, 405, 429, 500, 503, 'timeout', 'refused', 'redirect', 'private', 'robots'])(
    'is unknown with %p, however often',
    (result) => {
      expect(statusAfter([0, result], [7, result], [14, result], [21, result])).toMatchObject({
        status: 'unknown',
        failures: 0,
      });
    },
  );

  test.each([404, 410, 'dns', 'tls'])('is dead after three times %p over seven days', (result) => {
    expect(statusAfter([0, result]).status).toBe('failing');
    expect(statusAfter([0, result], [3.5, result]).status).toBe('failing');
    expect(statusAfter([0, result], [3.5, result], [7, result]).status).toBe('dead');
  });

  test('is not dead after three failures in less than seven days, nor after two in more', () => {
    expect(statusAfter([0, 404], [1, 404], [6.9, 404]).status).toBe('failing');
    expect(statusAfter([0, 404], [30, 404]).status).toBe('failing');
  });

  test('works again as soon as it does', () => {
    const dead = [
      [0, 404],
      [4, 404],
      [8, 404],
    ] as [number, number][];
    expect(statusAfter(...dead, [15, 200])).toMatchObject({ status: 'ok', failures: 0, failing_since: null });
    expect(statusAfter(...dead, [15, 403])).toMatchObject({ status: 'unknown', failures: 0 });
  });

  test('stays as it is while its site is unavailable', () => {
    expect(statusAfter([0, 404], [4, 503])).toMatchObject({ status: 'failing', failures: 1 });
    expect(statusAfter([0, 404], [4, 'timeout'], [8, 404], [12, 404]).status).toBe('dead');
    expect(statusAfter([0, 404], [4, 404], [8, 404], [15, 'timeout']).status).toBe('dead');
  });

  test('is checked every week, and twice as often while it fails', () => {
    const dueIn = (...checks: Parameters<typeof statusAfter>) =>
      (Date.parse(statusAfter(...checks).due_at) - START) / DAY_MS;
    expect(dueIn([0, 200])).toBe(7);
    expect(dueIn([0, 403])).toBe(7);
    expect(dueIn([0, 404])).toBe(3.5);
    expect(dueIn([0, 404], [4, 404], [8, 404])).toBe(15);
  });
});
