import { afterAll, expect, test } from 'bun:test';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { disguiseOf, forgedAddress } from './limits/disguises.ts';
import { guessPasswords } from './limits/passwords.ts';
import { guessByAddress, guessBySender, kindsWithinLimit, newTotals, type Totals } from './limits/program.ts';

const COUNT = sized(100, 1000);
const ACCOUNT_COUNT = sized(150, 2500);
/** Enough guesses for two callers to exceed every limit on each instance. Repeated, because the instance is random. */
const CONTROL_OPTIONS = { count: (seconds: number) => (seconds > 60 ? 80 : 200) };
const CONTROL_ACCOUNT_COUNT = 260;
const CONTROL_ROUNDS = 3;
/** The calls come from 127.0.0.1, so that their forwarding headers are ignored. */
const WITHOUT_TRUSTED_PROXY = { TRUSTED_PROXIES: '10.0.0.0/8' };

async function withTwoInstances<Result>(
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

const totals = newTotals();
const controlTotals: Totals[] = [];
const startedAt = performance.now();

const expectWithinLimits = ({ violationsByKind }: Totals) => expect(violationsByKind).toEqual({});

test('behind a trusted proxy, a caller has one limit for all disguises and both instances', async () => {
  await withTwoInstances((apps) => guessByAddress(apps, totals, disguiseOf, { count: COUNT }));
  expectWithinLimits(totals);
});

test('a caller that is no trusted proxy is limited by its socket address, whatever the headers claim', async () => {
  await withTwoInstances((apps) => guessByAddress(apps, totals, () => forgedAddress, { count: COUNT }), {
    environment: WITHOUT_TRUSTED_PROXY,
  });
  expectWithinLimits(totals);
});

test('guesses at a password are limited, whatever addresses they come from, and the owner can still log in', async () => {
  const ownerStatuses = await withTwoInstances((apps) => guessPasswords(apps, totals, ACCOUNT_COUNT));
  expectWithinLimits(totals);
  expect(ownerStatuses).toEqual([200, 200]);
});

test('a sender has one limit, even with a new address for each message', async () => {
  await withTwoInstances((apps) => guessBySender(apps, totals, ACCOUNT_COUNT));
  expectWithinLimits(totals);
});

test('control: every limit is exceeded when the second instance counts separately', async () => {
  const separateTotals = newTotals();
  await withTwoInstances(
    async (apps) => {
      await guessUntilOver(apps, separateTotals, disguiseOf);
      await guessPasswords(apps, separateTotals, CONTROL_ACCOUNT_COUNT);
      await guessBySender(apps, separateTotals, CONTROL_ACCOUNT_COUNT);
    },
    {
      prepare: 'create schema apart; create table apart.rate_limits (like public.rate_limits including all)',
      settings: { search_path: 'apart, public' },
    },
  );
  expect(kindsWithinLimit(separateTotals)).toEqual([]);
  controlTotals.push(separateTotals);
});

test('control: forged addresses exceed every limit when every caller is trusted as a proxy', async () => {
  const trustingTotals = newTotals();
  const environment = { TRUSTED_PROXIES: '0.0.0.0/0, ::/0' };
  await withTwoInstances((apps) => guessUntilOver(apps, trustingTotals, () => forgedAddress), {
    environment,
  });
  expect(kindsWithinLimit(trustingTotals)).toEqual([]);
  controlTotals.push(trustingTotals);
});

/** Later rounds repeat only the operations whose limit was not exceeded. */
async function guessUntilOver(apps: TestApp[], totals: Totals, disguise: typeof disguiseOf): Promise<void> {
  for (let round = 0; round < CONTROL_ROUNDS; round++) {
    const kindsToRepeat = round === 0 ? undefined : kindsWithinLimit(totals);
    if (kindsToRepeat?.length === 0) return;
    const names = kindsToRepeat && new RegExp(`^(${kindsToRepeat.join('|')})$`);
    await guessByAddress(apps, totals, (callerNumber) => disguise(callerNumber + 20 * round), {
      ...CONTROL_OPTIONS,
      ...(names && { names }),
    });
  }
}

afterAll(() => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const exceededAt = (controlIndex: number) =>
    `${Object.keys(controlTotals[controlIndex]?.violationsByKind ?? {}).length} of ${controlTotals[controlIndex]?.kinds.size ?? 0} kinds`;
  reportFigures({
    order: 5,
    promise: 'Rate limits cannot be exceeded, whatever address or identity the caller claims',
    sample: `${totals.guesses} guesses over two instances, both transports, batches and disguises: against 11 limits per address, one per sender, and the passwords of an account (by both names, and again in a session) and of an admin, each from one network, from a known address and from changing addresses; ${totals.evaluated} were within a limit and evaluated, and the owners could still log in; in ${seconds} s`,
    violations: totals.violations,
    control: {
      without: `limits shared by the instances (exceeded at ${exceededAt(0)}); the check which proxies are trusted (exceeded at ${exceededAt(1)})`,
      violations: controlTotals.reduce((sum, { violations }) => sum + violations, 0),
    },
    found: [
      'Guesses at verification and reset links had no limit (the tokens are 256 random bits). The limit is now 30 a minute per address.',
      'Behind a proxy that adds ports to addresses, all callers shared the limits of the proxy. Addresses are now read without the port.',
    ],
  });
});
