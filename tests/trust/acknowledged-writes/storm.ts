import { type Mortal, startMortal } from '../../support/mortal';
import { readBooks } from './books';
import { caller } from './caller';
import { runClient } from './flows';
import { type Balance, balance, describeBroken, type Ledger, newLedger } from './ledger';
import { makePeople } from './people';

export type Storm = {
  kills: number;
  clients: number;
  settings?: Record<string, string>;
  /** What stands between the clients and the product; the product itself unless told. */
  between?: (url: () => string) => { url: () => string; stop: () => Promise<void> };
  /** What is killed, by the number of the kill; the two by turns unless told. */
  what?: (number: number) => 'product' | 'database';
  /** Members there are: some flows use one up. */
  members: number;
};

export type Report = Balance & {
  seconds: number;
  kills: { product: number; database: number };
  unsent: number;
  complaints: string[];
  /** The banners' places have no gap and none twice. */
  isOrderWhole: boolean;
};

/** Nobody listens there: every mail that is ordered stays in the outbox, to be counted. */
const NO_MAIL = 'smtp://127.0.0.1:9';
/** A kill comes when so many writes have succeeded since the last one, now fewer, now more, and a moment after that. */
const WRITES_MOST = 40;
const MOMENT_MS = 20;
const SPAN_LIMIT = 5000;

/** Kills product or database again and again under load, then holds what clients were told beside what is there. */
export async function storm({ kills, clients, settings, between, what, members }: Storm): Promise<Report> {
  const begun = performance.now();
  const product = await startMortal({ SMTP_URL: NO_MAIL }, settings);
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
      complaints: describeBroken(sum, books),
      isOrderWhole: books.bannerPlaces.every((place, at) => place === at),
    };
  } finally {
    isOver = true;
    await middle?.stop();
    await product.stop();
  }
}

/** Until so many more writes have succeeded; on a busy machine no longer than some seconds. */
async function untilMore({ writes }: Ledger, count: number): Promise<void> {
  const limit = performance.now() + SPAN_LIMIT;
  let seen = writes.length;
  for (let more = 0; more < count && performance.now() < limit; await Bun.sleep(2)) {
    for (; seen < writes.length; seen++) if (writes[seen]?.outcome === 'ok') more++;
  }
}

const kill = (product: Mortal, which: 'product' | 'database') =>
  which === 'product' ? product.killProduct() : product.killDatabase();
