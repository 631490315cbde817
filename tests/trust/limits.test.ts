import { afterAll, expect, test } from 'bun:test';
import { type TestApp, testApp } from '../support/app';
import { reportFigures, sized } from '../support/proof';
import { disguised, forged } from './limits/disguises';
import { guessPasswords } from './limits/passwords';
import { guessByAddress, guessBySender, noSum, type Sum, withinAt } from './limits/program';

const COUNT = sized(100, 1000);
const ACCOUNT_COUNT = sized(150, 2500);
/** Enough guesses for two callers to exceed every limit on each instance. Repeated, because the instance is random. */
const CONTROL = { count: (seconds: number) => (seconds > 60 ? 80 : 200) };
const CONTROL_ACCOUNT = 260;
const CONTROL_ROUNDS = 3;
const UNTRUSTING = { TRUSTED_PROXIES: '10.0.0.0/8' };

async function onTwo<Result>(
  work: (apps: TestApp[]) => Promise<Result>,
  { environment = {} as Record<string, string>, settings = {} as Record<string, string>, prepare = '' } = {},
): Promise<Result> {
  const first = await testApp({ environment });
  try {
    await first.sql.unsafe(prepare);
    const second = await testApp({ environment, on: { target: first.target, settings } });
    try {
      return await work([first, second]);
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
  }
}

const sum = noSum();
const without: Sum[] = [];
const begun = performance.now();

const expectNothingOver = ({ overAt }: Sum) => expect(overAt).toEqual({});

test('behind a trusted proxy, a caller has one limit for all disguises and both instances', async () => {
  await onTwo((apps) => guessByAddress(apps, sum, disguised, { count: COUNT }));
  expectNothingOver(sum);
});

test('a caller who is not a trusted proxy is limited by the socket address, whatever the headers claim', async () => {
  await onTwo((apps) => guessByAddress(apps, sum, () => forged, { count: COUNT }), {
    environment: UNTRUSTING,
  });
  expectNothingOver(sum);
});

test('few guesses at a password are compared, from whatever addresses, and the owner can still log in', async () => {
  const owners = await onTwo((apps) => guessPasswords(apps, sum, ACCOUNT_COUNT));
  expectNothingOver(sum);
  expect(owners).toEqual([200, 200]);
});

test('a sender has one limit, even with a new address for each message', async () => {
  await onTwo((apps) => guessBySender(apps, sum, ACCOUNT_COUNT));
  expectNothingOver(sum);
});

test('control: every limit is exceeded when the second instance counts separately', async () => {
  const alone = noSum();
  await onTwo(
    async (apps) => {
      await guessUntilOver(apps, alone, disguised);
      await guessPasswords(apps, alone, CONTROL_ACCOUNT);
      await guessBySender(apps, alone, CONTROL_ACCOUNT);
    },
    {
      prepare: 'create schema apart; create table apart.rate_limits (like public.rate_limits including all)',
      settings: { search_path: 'apart, public' },
    },
  );
  expect(withinAt(alone)).toEqual([]);
  without.push(alone);
});

test('control: forged addresses exceed every limit when every caller is trusted as a proxy', async () => {
  const trusting = noSum();
  const environment = { TRUSTED_PROXIES: '0.0.0.0/0, ::/0' };
  await onTwo((apps) => guessUntilOver(apps, trusting, () => forged), { environment });
  expect(withinAt(trusting)).toEqual([]);
  without.push(trusting);
});

/** Later rounds repeat only the operations whose limit was not exceeded. */
async function guessUntilOver(apps: TestApp[], sum: Sum, disguise: typeof disguised): Promise<void> {
  for (let round = 0; round < CONTROL_ROUNDS; round++) {
    const within = round === 0 ? undefined : withinAt(sum);
    if (within?.length === 0) return;
    const names = within && new RegExp(`^(${within.join('|')})$`);
    await guessByAddress(apps, sum, (nth) => disguise(nth + 20 * round), {
      ...CONTROL,
      ...(names && { names }),
    });
  }
}

afterAll(() => {
  const seconds = Math.round((performance.now() - begun) / 1000);
  const exceededAt = (place: number) =>
    `${Object.keys(without[place]?.overAt ?? {}).length} of ${without[place]?.kinds.size ?? 0} kinds`;
  reportFigures({
    order: 5,
    promise: 'Rate limits cannot be exceeded, whatever address or identity the caller claims',
    sample: `${sum.guesses} guesses over two instances, both transports, batches and disguises: against 10 limits per address, one per sender, and the passwords of an account (by both names, and again in a session) and of an admin, each from one network, from a known address and from changing addresses; ${sum.evaluated} were within a limit and evaluated, and the owners could still log in; in ${seconds} s`,
    violations: sum.over,
    control: {
      without: `limits shared by the instances (exceeded at ${exceededAt(0)}); the check which proxies are trusted (exceeded at ${exceededAt(1)})`,
      violations: without.reduce((all, { over }) => all + over, 0),
    },
    found: [
      'Guesses at verification and reset links had no limit (the tokens are 256 random bits). The limit is now 30 a minute per address.',
      'Behind a proxy that adds ports to addresses, all callers shared the limits of the proxy. Addresses are now read without the port.',
    ],
  });
});
