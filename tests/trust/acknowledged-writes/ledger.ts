import type { Books } from './books';

/** What a client knows of a call that it sent: answered 200, answered with an error, or cut off without an answer. */
export type Outcome = 'ok' | 'failed' | 'unknown';

/** A write that was sent, and which of its parts the database holds: the row, its audit entry, its mail. */
export type Write = {
  kind: string;
  door: string;
  outcome: Outcome;
  /** The status and code that it was answered with. */
  answer: string;
  parts: (books: Books) => Record<string, boolean>;
  /** Something that was sent later does away with what this wrote. */
  isOverwritten?: boolean;
};

export type Ledger = {
  writes: Write[];
  /** Calls that found nobody to speak to: they were never sent. */
  unsent: number;
};

export const newLedger = (): Ledger => ({ writes: [], unsent: 0 });

export type Balance = {
  ok: number;
  failed: number;
  unknown: number;
  /** Answered 200, and not all there. */
  lost: Write[];
  /** Answered with an error, and there. */
  undead: Write[];
  /** A part of it there and another not. */
  halves: Write[];
  /** Of those that were cut off: how many are there. */
  unknownThere: number;
  /** Of those the product said of itself that it does not know of: how many there were, and how many are there. */
  uncertain: number;
  uncertainThere: number;
  kinds: Record<string, number>;
  /** How often each error was answered. */
  failures: Record<string, number>;
};

/** Holds what the clients were told beside what the database has. */
export function balance({ writes }: Ledger, books: Books): Balance {
  const sum: Balance = {
    ok: 0,
    failed: 0,
    unknown: 0,
    lost: [],
    undead: [],
    halves: [],
    unknownThere: 0,
    uncertain: 0,
    uncertainThere: 0,
    kinds: {},
    failures: {},
  };
  for (const write of writes) {
    sum[write.outcome]++;
    if (write.outcome === 'ok') sum.kinds[write.kind] = (sum.kinds[write.kind] ?? 0) + 1;
    else sum.failures[write.answer] = (sum.failures[write.answer] ?? 0) + 1;
    const isUncertain = write.answer.endsWith('server.uncertain');
    if (isUncertain) sum.uncertain++;
    if (write.isOverwritten) continue;
    const there = Object.values(write.parts(books));
    const isWhole = there.every(Boolean);
    const isNone = !there.some(Boolean);
    if (!isWhole && !isNone) sum.halves.push(write);
    if (write.outcome === 'ok' && !isWhole) sum.lost.push(write);
    if (write.outcome === 'failed' && !isNone) sum.undead.push(write);
    if (write.outcome === 'unknown' && isWhole) sum.unknownThere++;
    if (isUncertain && isWhole) sum.uncertainThere++;
  }
  return sum;
}

/** Every one counted once. */
export const brokenOf = ({ lost, undead, halves }: Balance) =>
  new Set<Write>([...lost, ...undead, ...halves]).size;

/** So that whoever reads a red test sees which write it was, and what of it is there. */
export function describeBroken({ lost, undead, halves }: Balance, books: Books): string[] {
  const say = (what: string) => (write: Write) =>
    `${what}: ${write.kind} through ${write.door}, answered ${write.answer}; there: ${JSON.stringify(write.parts(books))}`;
  return [...lost.map(say('lost')), ...undead.map(say('failed and there')), ...halves.map(say('half'))].slice(
    0,
    20,
  );
}
