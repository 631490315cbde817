// Step 4, 5: guesses over two instances, by callers who would be others. See limits/disguises.ts.
import { afterAll, expect, test } from 'bun:test';
import { type TestApp, testApp } from '../support/app';
import { sized, tellFigures } from '../support/proof';
import { disguised, forged } from './limits/disguises';
import { guessPasswords } from './limits/passwords';
import { guessByAddress, guessBySender, noSum, type Sum, withinAt } from './limits/program';

const COUNT = sized(100, 1000);
const ACCOUNT_COUNT = sized(150, 2500);
/** Enough for two callers to pass every limit at each of two instances; rounds of it, since who guesses where is chance. */
const CONTROL = { count: (seconds: number) => (seconds > 60 ? 80 : 200) };
const CONTROL_ACCOUNT = 260;
const CONTROL_ROUNDS = 3;
/** Believes nobody that is there. */
const UNTRUSTING = { TRUSTED_PROXIES: '10.0.0.0/8' };

/** Two instances on one database; the second as it is told. */
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

const nothingOver = ({ overAt }: Sum) => expect(overAt).toEqual({});

test('behind a trusted proxy: one caller is one, however they appear, at whichever instance', async () => {
  await onTwo((apps) => guessByAddress(apps, sum, disguised, { count: COUNT }));
  nothingOver(sum);
});

test('whoever is not trusted is who they are, whatever they claim', async () => {
  await onTwo((apps) => guessByAddress(apps, sum, () => forged, { count: COUNT }), {
    environment: UNTRUSTING,
  });
  nothingOver(sum);
});

test('the password of an account, from anywhere: few guesses are compared, and the owner still logs in', async () => {
  const owners = await onTwo((apps) => guessPasswords(apps, sum, ACCOUNT_COUNT));
  nothingOver(sum);
  expect(owners).toEqual([200, 200]);
});

test('one sender, from as many addresses as there are messages', async () => {
  await onTwo((apps) => guessBySender(apps, sum, ACCOUNT_COUNT));
  nothingOver(sum);
});

test('control, limits of its own on the second instance: red', async () => {
  const alone = noSum();
  await onTwo(
    async (apps) => {
      await guessUntilRed(apps, alone, disguised);
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

test('control, everybody trusted as a proxy: forged addresses are red', async () => {
  const trusting = noSum();
  const environment = { TRUSTED_PROXIES: '0.0.0.0/0, ::/0' };
  await onTwo((apps) => guessUntilRed(apps, trusting, () => forged), { environment });
  expect(withinAt(trusting)).toEqual([]);
  without.push(trusting);
});

/** At each operation, and by others again where no limit was passed. */
async function guessUntilRed(apps: TestApp[], sum: Sum, disguise: typeof disguised): Promise<void> {
  for (let round = 0; round < CONTROL_ROUNDS; round++) {
    const green = round === 0 ? undefined : withinAt(sum);
    if (green?.length === 0) return;
    const names = green && new RegExp(`^(${green.join('|')})$`);
    await guessByAddress(apps, sum, (nth) => disguise(nth + 20 * round), {
      ...CONTROL,
      ...(names && { names }),
    });
  }
}

afterAll(() => {
  const seconds = Math.round((performance.now() - begun) / 1000);
  const redAt = (place: number) =>
    `${Object.keys(without[place]?.overAt ?? {}).length} of ${without[place]?.kinds.size ?? 0} kinds`;
  tellFigures({
    order: 5,
    promise: 'No more is tried than the limits allow, by whomever it seems to be',
    tried: `${sum.guesses} guesses over two instances, both transports, batches and disguises: at 10 operations by address, at a sender, and at the passwords of an account (by both names, and again in a session) and of an admin, each from one network, from a known address and from everywhere; ${sum.lookedAt} were within a limit and looked at, and the owners still logged in; in ${seconds} s`,
    broken: sum.over,
    control: {
      without: `limits that the instances share (red at ${redAt(0)}); distrust of whoever claims to be a proxy (red at ${redAt(1)})`,
      broken: without.reduce((all, { over }) => all + over, 0),
    },
    found: [
      'Links to verify and to another password could be guessed at without any limit (they are 256 random bits); now 30 a minute for each address.',
      'Behind a proxy that writes ports beside addresses everybody was one caller, the proxy; now the address is read without its port.',
    ],
  });
});
