import { type KillableProduct, startKillableProduct } from '../../support/killable-product';
import { readBooks } from './books';
import { caller } from './caller';
import { runClient } from './flows';
import { type Balance, balance, describeViolations, type Ledger, newLedger } from './ledger';
import { makePeople } from './people';

export type Storm = {
  kills: number;
  clients: number;
  settings?: Record<string, string>;
  between?: (url: () => string) => { url: () => string; stop: () => Promise<void> };
  /** By default database and product take turns. */
  what?: (number: number) => 'product' | 'database';
  /** Some flows use up a member. */
  members: number;
};

export type Report = Balance & {
  seconds: number;
  kills: { product: number; database: number };
  unsent: number;
  complaints: string[];
  isOrderWhole: boolean;
};

/** Nothing listens on this port, so every mail stays in the outbox and can be counted. */
const NO_MAIL = 'smtp://127.0.0.1:9';
/** A kill follows after a random number of successful writes and a random pause, up to these limits. */
const WRITES_MOST = 40;
const MOMENT_MS = 20;
const SPAN_LIMIT_MS = 5000;

export async function storm({ kills, clients, settings, between, what, members }: Storm): Promise<Report> {
  const begun = performance.now();
  const product = await startKillableProduct({ SMTP_URL: NO_MAIL }, settings);
  const middle = between?.(product.url);
  const ledger = newLedger();
  const count = { product: 0, database: 0 };
  let isOver = false;
  try {
    const people = await product.withSession((sql) => makePeople(sql, members));
    let markers = 0;
    const load = {
      ask: caller(middle?.url ?? product.url, ledger),
      people,
      marker: () => `x${++markers}x`,
      chance: (share: number) => Math.random() < share,
    };
    const running = Array.from({ length: clients }, () => runClient(load, () => isOver));
    for (let number = 0; number < kills; number++) {
      await untilMore(ledger, 1 + Math.random() * WRITES_MOST);
      await Bun.sleep(Math.random() * MOMENT_MS);
      const which = what?.(number) ?? (number % 2 === 0 ? 'database' : 'product');
      await kill(product, which);
      count[which]++;
    }
    isOver = true;
    await Promise.all(running);
    const books = await product.withSession(readBooks);
    const sum = balance(ledger, books);
    return {
      ...sum,
      seconds: Math.round((performance.now() - begun) / 1000),
      kills: count,
      unsent: ledger.unsent,
      complaints: describeViolations(sum, books),
      isOrderWhole: books.bannerPlaces.every((place, at) => place === at),
    };
  } finally {
    isOver = true;
    await middle?.stop();
    await product.stop();
  }
}

async function untilMore({ writes }: Ledger, count: number): Promise<void> {
  const limit = performance.now() + SPAN_LIMIT_MS;
  let checked = writes.length;
  for (let more = 0; more < count && performance.now() < limit; await Bun.sleep(2)) {
    for (; checked < writes.length; checked++) if (writes[checked]?.outcome === 'ok') more++;
  }
}

const kill = (product: KillableProduct, which: 'product' | 'database') =>
  which === 'product' ? product.killProduct() : product.killDatabase();
