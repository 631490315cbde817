import { spyOn } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { hashPassword } from '../../../src/platform/passwords';
import type { TestApp } from '../../support/app';
import { makeAdmin, makeAnnouncement, makeMember } from '../../support/content';
import { overLimit } from './count';
import { type Disguise, rotating } from './disguises';
import { guess } from './guess';
import { byAddress, written } from './targets';

/** How many guesses there were, how many were looked at, and how many of these over a limit; by what was guessed at. */
export type Sum = {
  guesses: number;
  lookedAt: number;
  over: number;
  overAt: Record<string, number>;
  /** Whatever was guessed at. */
  kinds: Set<string>;
};

export const noSum = (): Sum => ({ guesses: 0, lookedAt: 0, over: 0, overAt: {}, kinds: new Set() });

/** Where no limit was passed. */
export const withinAt = ({ kinds, overAt }: Sum): string[] => [...kinds].filter((kind) => !overAt[kind]);

type Answers = Awaited<ReturnType<typeof guess>>;

function add(sum: Sum, name: string, answers: Answers, limit: { limit: number; seconds: number }): void {
  const over = overLimit(answers, limit);
  sum.guesses += answers.length;
  sum.lookedAt += answers.filter(({ isLookedAt }) => isLookedAt).length;
  sum.over += over;
  sum.kinds.add(name);
  if (over > 0) sum.overAt[name] = (sum.overAt[name] ?? 0) + over;
}

/** At everything that is limited by address, by callers who would be others; so many guesses at each. */
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

const RIGHT = 'Kvarnen2027';
const MINUTE = 60;

/**
 * At one account, one admin and one sender, each call from another address: where they log in, and where
 * the account would be deleted. Now and then the right password is sent.
 * Where the account has two names, what was looked at is what was held against its hash. Answers how many hashes all cost.
 */
export async function guessByAccount(apps: TestApp[], sum: Sum, count: number): Promise<number> {
  const { db } = (apps[0] as TestApp).context.database;
  const password_hash = await hashPassword(RIGHT);
  const id = Bun.randomUUIDv7();
  const account = await makeMember(db, {
    email: `karin${id}@example.se`,
    username: `karin.ek${id}`,
    password_hash,
  });
  const admin = await makeAdmin(db, { username: `kajsa${id}`, password_hash });
  const sender = await makeMember(db);
  const ad = await makeAnnouncement(db);

  let hashes = 0;
  const verify = spyOn(Argon2id.prototype, 'verify');
  try {
    const password = (turn: number) => (turn % 7 ? `Fel-losen-${turn}` : RIGHT);
    const names = [account.email, account.username];
    const [byName, byDeletion] = await Promise.all([
      guess(
        apps,
        {
          name: 'marketplace.accounts.login',
          input: (turn) => ({ email: written(names[turn % 2] ?? '', turn >> 1), password: password(turn) }),
        },
        rotating,
        count,
      ),
      // Whoever found a phone unlocked asks for the password there (D36); the right one would end this.
      guess(
        apps,
        {
          name: 'marketplace.privacy.deleteAccount',
          headers: account.headers,
          input: (turn) => ({ password: `Bort-losen-${turn}` }),
        },
        rotating,
        count,
      ),
    ]);
    const held = new Set(
      verify.mock.calls.filter(([hash]) => hash === password_hash).map(([_, tried]) => tried),
    );
    hashes += verify.mock.calls.length;
    verify.mockClear();
    const isHeld = ({ input, status }: Answers[number]) =>
      input.password === RIGHT ? status === 200 : held.has(String(input.password));
    const atAccount = [...byName, ...byDeletion].map((one) => ({ ...one, isLookedAt: isHeld(one) }));
    add(sum, 'an account', atAccount, { limit: 10, seconds: MINUTE });

    const asAdmin = await guess(
      apps,
      {
        name: 'admin.admins.login',
        input: (turn) => ({ username: written(admin.username, turn), password: password(turn) }),
      },
      rotating,
      count,
    );
    hashes += verify.mock.calls.length;
    add(sum, 'an admin', asAdmin, { limit: 10, seconds: MINUTE });
  } finally {
    verify.mockRestore();
  }

  const sent = await guess(
    apps,
    {
      name: 'marketplace.conversations.send',
      headers: sender.headers,
      input: (turn) => (turn % 2 ? {} : { announcement_id: ad.id, message_text: 'Hej' }),
    },
    rotating,
    count,
  );
  add(sum, 'a sender', sent, { limit: 30, seconds: MINUTE });
  return hashes;
}
