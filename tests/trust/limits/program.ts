import type { TestApp } from '../../support/app';
import { makeAnnouncement, makeMember } from '../../support/content';
import { overLimit } from './count';
import { type Disguise, rotating } from './disguises';
import { guess } from './guess';
import { byAddress } from './targets';

export type Sum = {
  guesses: number;
  evaluated: number;
  over: number;
  overAt: Record<string, number>;
  kinds: Set<string>;
};

export const noSum = (): Sum => ({ guesses: 0, evaluated: 0, over: 0, overAt: {}, kinds: new Set() });

export const withinAt = ({ kinds, overAt }: Sum): string[] => [...kinds].filter((kind) => !overAt[kind]);

export type Guesses = Awaited<ReturnType<typeof guess>>;

export function add(
  sum: Sum,
  name: string,
  guesses: Guesses,
  limit: { limit: number; seconds: number },
): void {
  const over = overLimit(guesses, limit);
  sum.guesses += guesses.length;
  sum.evaluated += guesses.filter(({ isEvaluated }) => isEvaluated).length;
  sum.over += over;
  sum.kinds.add(name);
  if (over > 0) sum.overAt[name] = (sum.overAt[name] ?? 0) + over;
}

export async function guessByAddress(
  apps: TestApp[],
  sum: Sum,
  disguise: (nth: number) => Disguise,
  { count, names = /./ }: { count: number | ((seconds: number) => number); names?: RegExp },
) {
  const targets = await byAddress(apps[0] as TestApp);
  for (const [nth, target] of targets.filter(({ name }) => names.test(name)).entries()) {
    const many = typeof count === 'number' ? count : count(target.seconds);
    add(sum, target.name, await guess(apps, target, disguise(nth + 1), many), target);
  }
}

const MINUTE = 60;

/** Each call comes from another address. */
export async function guessBySender(apps: TestApp[], sum: Sum, count: number): Promise<void> {
  const { db } = (apps[0] as TestApp).context.database;
  const [sender, ad] = [await makeMember(db), await makeAnnouncement(db)];
  const target = {
    name: 'marketplace.conversations.send',
    headers: sender.headers,
    input: (turn: number) => (turn % 2 ? {} : { announcement_id: ad.id, message_text: 'Hej' }),
  };
  add(sum, 'a sender', await guess(apps, target, rotating, count), { limit: 30, seconds: MINUTE });
}
