import type { TestApp } from '#tests/support/app.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { countOverLimit } from './count.ts';
import { changingAddress, type Disguise } from './disguises.ts';
import { guess } from './guess.ts';
import { targetsByAddress } from './targets.ts';

export type Totals = {
  guesses: number;
  evaluated: number;
  violations: number;
  violationsByKind: Record<string, number>;
  kinds: Set<string>;
};

export const newTotals = (): Totals => ({
  guesses: 0,
  evaluated: 0,
  violations: 0,
  violationsByKind: {},
  kinds: new Set(),
});

export const kindsWithinLimit = ({ kinds, violationsByKind }: Totals): string[] =>
  [...kinds].filter((kind) => !violationsByKind[kind]);

export type Guesses = Awaited<ReturnType<typeof guess>>;

export function addGuesses(
  totals: Totals,
  name: string,
  guesses: Guesses,
  rateLimit: { limit: number; seconds: number },
): void {
  const violations = countOverLimit(guesses, rateLimit);
  totals.guesses += guesses.length;
  totals.evaluated += guesses.filter(({ isEvaluated }) => isEvaluated).length;
  totals.violations += violations;
  totals.kinds.add(name);
  if (violations > 0) totals.violationsByKind[name] = (totals.violationsByKind[name] ?? 0) + violations;
}

export async function guessByAddress(
  apps: TestApp[],
  totals: Totals,
  disguise: (callerNumber: number) => Disguise,
  { count, names = /./ }: { count: number | ((seconds: number) => number); names?: RegExp },
) {
  const targets = await targetsByAddress(apps[0] as TestApp);
  for (const [callerNumber, target] of targets.filter(({ name }) => names.test(name)).entries()) {
    const guessCount = typeof count === 'number' ? count : count(target.seconds);
    addGuesses(
      totals,
      target.name,
      await guess(apps, target, disguise(callerNumber + 1), guessCount),
      target,
    );
  }
}

const MINUTE_SECONDS = 60;

/** Each call comes from another address. */
export async function guessBySender(apps: TestApp[], totals: Totals, count: number): Promise<void> {
  const { db } = (apps[0] as TestApp).context.database;
  const [sender, ad] = [await makeMember(db), await makeAnnouncement(db)];
  const target = {
    name: 'marketplace.conversations.send',
    headers: sender.headers,
    input: (turn: number) => (turn % 2 ? {} : { announcement_id: ad.id, message_text: 'Hej' }),
  };
  addGuesses(totals, 'a sender', await guess(apps, target, changingAddress, count), {
    limit: 30,
    seconds: MINUTE_SECONDS,
  });
}
