import { type KillableProduct, startKillableProduct } from '#tests/support/killable-product.ts';
import { makeCaller } from './caller.ts';
import { runClient } from './flows.ts';
import { type Balance, balance, describeViolations, type Ledger, newLedger } from './ledger.ts';
import { makePeople } from './people.ts';
import { readStoredData } from './stored-data.ts';

export type StormOptions = {
  kills: number;
  clients: number;
  postgresSettings?: Record<string, string>;
  startProxy?: (url: () => string) => { url: () => string; stop: () => Promise<void> };
  /** By default database and product take turns. */
  chooseTarget?: (killIndex: number) => 'product' | 'database';
  /** Enough for the flows that use up a member. */
  members: number;
};

export type Report = Balance & {
  seconds: number;
  kills: { product: number; database: number };
  unsent: number;
  violationDescriptions: string[];
  isBannerOrderComplete: boolean;
};

/** Nothing listens on this port, so every mail stays in the outbox and can be counted. */
const UNREACHABLE_SMTP_URL = 'smtp://127.0.0.1:9';
/** A kill follows after a random number of successful writes and a random pause, up to these limits. */
const MAX_WRITES_BETWEEN_KILLS = 40;
const MAX_PAUSE_MS = 20;
const MAX_WAIT_MS = 5000;

export async function storm({
  kills,
  clients,
  postgresSettings,
  startProxy,
  chooseTarget,
  members,
}: StormOptions): Promise<Report> {
  const startedAt = performance.now();
  const product = await startKillableProduct({ SMTP_URL: UNREACHABLE_SMTP_URL }, postgresSettings);
  const proxy = startProxy?.(product.url);
  const ledger = newLedger();
  const killCounts = { product: 0, database: 0 };
  let isOver = false;
  try {
    const people = await product.withConnection((sql) => makePeople(sql, members));
    let markerCount = 0;
    const load = {
      call: makeCaller(proxy?.url ?? product.url, ledger),
      people,
      marker: () => `x${++markerCount}x`,
      chance: (share: number) => Math.random() < share,
    };
    const clientRuns = Array.from({ length: clients }, () => runClient(load, () => isOver));
    for (let killIndex = 0; killIndex < kills; killIndex++) {
      await waitForSuccesses(ledger, 1 + Math.random() * MAX_WRITES_BETWEEN_KILLS);
      await Bun.sleep(Math.random() * MAX_PAUSE_MS);
      const target = chooseTarget?.(killIndex) ?? (killIndex % 2 === 0 ? 'database' : 'product');
      await kill(product, target);
      killCounts[target]++;
    }
    isOver = true;
    await Promise.all(clientRuns);
    const stored = await product.withConnection(readStoredData);
    const sum = balance(ledger, stored);
    return {
      ...sum,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      kills: killCounts,
      unsent: ledger.unsent,
      violationDescriptions: describeViolations(sum, stored),
      isBannerOrderComplete: stored.bannerPositions.every((position, index) => position === index),
    };
  } finally {
    isOver = true;
    await proxy?.stop();
    await product.stopAndRemove();
  }
}

async function waitForSuccesses({ writes }: Ledger, count: number): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  let checked = writes.length;
  for (let newSuccesses = 0; newSuccesses < count && performance.now() < deadline; await Bun.sleep(2)) {
    for (; checked < writes.length; checked++) if (writes[checked]?.outcome === 'ok') newSuccesses++;
  }
}

const kill = (product: KillableProduct, target: 'product' | 'database') =>
  target === 'product' ? product.killProduct() : product.killDatabase();
