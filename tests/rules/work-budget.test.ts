import { describe, expect, test } from 'bun:test';
import { createWorkBudget } from '#src/platform/limits/work-budget.ts';

const LIMITS = {
  address: { share: 0.1, burst: 300 },
  network: { share: 0.2, burst: 600 },
  all: { share: 0.5, burst: 900 },
};

/** Time and processor time pass only when the test says so. */
function openBudget(limits = LIMITS) {
  let [elapsed, cpu] = [1000, 0];
  const budget = createWorkBudget(limits, { elapsed: () => elapsed, cpu: () => cpu });
  const signal = new AbortController().signal;
  /** Throws if the caller is refused. */
  const work = async (address: string, ms: number) => {
    const end = await budget.begin({ address, signal });
    cpu += ms;
    end();
  };
  const retryAfter = (address: string) =>
    work(address, 0).then(
      () => 0,
      (error) => {
        expect(error).toMatchObject({ code: 'request.too_many', status: 429 });
        return error.retryAfter as number;
      },
    );
  return {
    budget,
    work,
    retryAfter,
    wait: (ms: number) => (elapsed += ms),
    spend: (ms: number) => (cpu += ms),
  };
}

describe('work for strangers', () => {
  test('is charged by its processor time, and refused until the debt of the address is paid', async () => {
    const { work, retryAfter, wait } = openBudget();
    await work('203.0.113.1', 2300);
    expect(await retryAfter('203.0.113.1')).toBe(20);
    wait(19_000);
    expect(await retryAfter('203.0.113.1')).toBe(1);
    wait(1001);
    expect(await retryAfter('203.0.113.1')).toBe(0);
  });

  test('of one address does not use up the budget of others', async () => {
    const { work, retryAfter } = openBudget();
    for (let count = 0; count < 3; count++) await work('203.0.113.1', 100);
    expect(await retryAfter('203.0.113.1')).toBeGreaterThan(0);
    expect(await retryAfter('203.0.113.2')).toBe(0);
    expect(await retryAfter('198.51.100.1')).toBe(0);
  });

  test('is bounded for a network of many addresses, and for all networks together', async () => {
    const { work, retryAfter } = openBudget();
    for (const last of [1, 2, 3]) await work(`203.0.113.${last}`, 200);
    expect(await retryAfter('203.0.113.4')).toBeGreaterThan(0);
    await work('198.51.100.1', 299);
    expect(await retryAfter('192.0.2.1')).toBe(0);
    await work('192.0.2.1', 1);
    expect(await retryAfter('192.0.2.2')).toBeGreaterThan(0);
  });

  test('counts an IPv6 customer with changing addresses as one', async () => {
    const { work, retryAfter } = openBudget();
    await work('2001:db8::1', 300);
    expect(await retryAfter('2001:db8::2')).toBeGreaterThan(0);
  });

  test('runs one at a time, in the order of the requests', async () => {
    const { budget } = openBudget();
    const signal = new AbortController().signal;
    const order: string[] = [];
    const end = await budget.begin({ address: '203.0.113.1', signal });
    const others = ['203.0.113.2', '203.0.113.3'].map(async (address) => {
      const endOther = await budget.begin({ address, signal });
      order.push(address);
      endOther();
    });
    await Bun.sleep(1);
    expect(order).toEqual([]);
    end();
    await Promise.all(others);
    expect(order).toEqual(['203.0.113.2', '203.0.113.3']);
  });

  test('waits at most in the number that the burst of its address allows; the rest is refused at once', async () => {
    const { budget } = openBudget();
    const signal = new AbortController().signal;
    const started = Array.from({ length: 600 }, () => budget.begin({ address: '203.0.113.1', signal }));
    const refused = await Promise.all(
      started.slice(15).map((one) =>
        one.then(
          () => false,
          (error) => error.code === 'request.too_many',
        ),
      ),
    );
    expect(refused.every(Boolean)).toBe(true);
  });

  test('is not begun, and costs nothing, for a caller who left while waiting', async () => {
    const { budget, retryAfter } = openBudget({ ...LIMITS, address: { share: 0.1, burst: 21 } });
    const gone = new AbortController();
    const end = await budget.begin({ address: '203.0.113.1', signal: new AbortController().signal });
    const waiting = budget.begin({ address: '203.0.113.2', signal: gone.signal });
    gone.abort();
    end();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await retryAfter('203.0.113.2')).toBe(0);
  });
});
