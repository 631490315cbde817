import { describe, expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { Argon2id } from 'oslo/password';
import { accounts } from '#db/schema/index.ts';
import { usernameOf } from '#src/features/accounts/rules.ts';
import {
  ACCOUNTS,
  clearAccounts,
  FORM,
  followLink,
  login,
  newMember,
  newResetToken,
  newVerificationToken,
  openAccountsApp,
  PASSWORD,
} from '#tests/support/accounts.ts';
import { randomLetters } from '#tests/support/enumeration.ts';
import { callOver, newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'trpc';

const FIRST_PASSWORD = 'Framling2027';
const SECOND_PASSWORD = 'Framling2028';
const WRONG_PASSWORD = 'Gissning2027';
const OWNER_USERNAME = 'anna.andersson';
const ATTACKER_HEADERS = { 'x-forwarded-for': '198.51.100.7' };

const { app } = await openAccountsApp();

async function register(email: string, password: string, transport: Transport = 'rest'): Promise<string> {
  const full_name = `Anna ${randomLetters()}`;
  const body = { ...FORM, email, full_name, password, confirm_password: password };
  const { status } = await callOver(app, transport, ACCOUNTS.register, { body, headers: newCaller() });
  expect(status).toBe(200);
  return usernameOf(full_name);
}

/** Returns everything that a caller can see, and how many password hashes were compared. */
async function observeLogin(transport: Transport, email: string, password: string, caller = newCaller()) {
  const verify = spyOn(Argon2id.prototype, 'verify');
  try {
    const response = await callOver<{ code?: string }>(app, transport, ACCOUNTS.login, {
      body: { email, password },
      headers: caller,
    });
    const varyingHeaders = ['x-request-id', 'date', 'retry-after'];
    const headers = [...response.headers].filter(([name]) => !varyingHeaders.includes(name));
    return { status: response.status, headers, body: response.body, comparisons: verify.mock.calls.length };
  } finally {
    verify.mockRestore();
  }
}

type Observation = Awaited<ReturnType<typeof observeLogin>>;

const codeOf = async (email: string, password: string) => {
  const { status, body } = await login(app, email, password);
  return body.code ?? status;
};

const suspendAccount = () =>
  app.db.update(accounts).set({ is_suspended: true }).where(eq(accounts.email, FORM.email));

async function registerTwice(transport: Transport): Promise<Observation[]> {
  const observations = [];
  for (const password of [FIRST_PASSWORD, SECOND_PASSWORD]) {
    const username = await register(FORM.email, password, transport);
    for (const name of [FORM.email, FORM.email.toUpperCase(), username])
      observations.push(await observeLogin(transport, name, password));
  }
  for (const password of [WRONG_PASSWORD, FIRST_PASSWORD])
    observations.push(await observeLogin(transport, FORM.email, password));
  return observations;
}

/** What a stranger can try with an address, and the error code of the last attempt without an account. */
const ATTACKS: Record<string, { run: (transport: Transport) => Promise<Observation[]>; lastCode: string }> = {
  'the passwords of two registrations': { run: registerTwice, lastCode: 'login.unverified' },
  "the owner's user name": {
    run: async (transport) => {
      await register(FORM.email, FIRST_PASSWORD, transport);
      return [await observeLogin(transport, OWNER_USERNAME, FIRST_PASSWORD)];
    },
    lastCode: 'login.failed',
  },
  'guesses before the registration': {
    run: async (transport) => {
      for (let i = 0; i < 10; i++)
        await observeLogin(transport, FORM.email, WRONG_PASSWORD, ATTACKER_HEADERS);
      await register(FORM.email, FIRST_PASSWORD, transport);
      return [await observeLogin(transport, FORM.email, FIRST_PASSWORD, ATTACKER_HEADERS)];
    },
    lastCode: 'request.too_many',
  },
  "guesses by the owner's user name": {
    run: async (transport) => {
      await register(FORM.email, FIRST_PASSWORD, transport);
      for (let i = 0; i < 10; i++)
        await observeLogin(transport, OWNER_USERNAME, WRONG_PASSWORD, ATTACKER_HEADERS);
      return [await observeLogin(transport, FORM.email, FIRST_PASSWORD, ATTACKER_HEADERS)];
    },
    lastCode: 'login.unverified',
  },
  'more logins than the limit': {
    run: async (transport) => {
      await register(FORM.email, FIRST_PASSWORD, transport);
      const observations = [];
      for (let i = 0; i < 11; i++)
        observations.push(await observeLogin(transport, FORM.email, FIRST_PASSWORD, ATTACKER_HEADERS));
      return observations;
    },
    lastCode: 'request.too_many',
  },
};

async function runWithAndWithoutAccount(
  run: () => Promise<Observation[]>,
  makeAccount: () => Promise<unknown>,
) {
  const missing = await run();
  await clearAccounts(app);
  await makeAccount();
  await app.sql`delete from rate_limits`;
  return { missing, existing: await run() };
}

describe('logging in after registering an address', () => {
  for (const [attack, { run, lastCode }] of Object.entries(ATTACKS)) {
    test(`gets the same responses with and without a verified account: ${attack}`, async () => {
      const { missing, existing } = await runWithAndWithoutAccount(
        () => run(transport),
        () => newMember(app),
      );
      expect(missing.at(-1)?.body.code).toBe(lastCode);
      expect(existing).toEqual(missing);
    });
  }

  test('gets the same responses with a suspended account and without one', async () => {
    const { missing, existing } = await runWithAndWithoutAccount(
      () => registerTwice(transport),
      () => newMember(app).then(suspendAccount),
    );
    expect(existing).toEqual(missing);
  });

  test('compares one hash for a login and two for every failure', async () => {
    const observeFailures = async (...attempts: (readonly [string, string])[]) => {
      const observations = [];
      for (const [name, password] of attempts) {
        const { body, comparisons } = await observeLogin(transport, name, password);
        observations.push([body.code, comparisons]);
      }
      return observations;
    };
    await register(FORM.email, PASSWORD, transport);
    const unverified = await observeFailures(
      [FORM.email, PASSWORD],
      [FORM.email, WRONG_PASSWORD],
      ['nobody', WRONG_PASSWORD],
    );
    expect(unverified).toEqual([
      ['login.unverified', 2],
      ['login.failed', 2],
      ['login.failed', 2],
    ]);
    await followLink(app, 'rest', 'verify', await newVerificationToken(app, FORM.email));
    await register(FORM.email, FIRST_PASSWORD, transport);
    expect(await observeLogin(transport, FORM.email, PASSWORD)).toMatchObject({
      status: 200,
      comparisons: 1,
    });
    await suspendAccount();
    const suspended = await observeFailures(
      [FORM.email, PASSWORD],
      [FORM.email, FIRST_PASSWORD],
      [FORM.email, WRONG_PASSWORD],
    );
    expect(suspended).toEqual([
      ['login.suspended', 2],
      ['login.unverified', 2],
      ['login.failed', 2],
    ]);
  });
});

test("a stranger's registration leaves the owner's password valid, and the stranger's never logs in", async () => {
  await newMember(app);
  await register(FORM.email, FIRST_PASSWORD);
  await register(FORM.email, SECOND_PASSWORD);
  for (const name of [FORM.email, OWNER_USERNAME]) expect(await codeOf(name, PASSWORD)).toBe(200);
  const strangerCodes = async () => [
    await codeOf(FORM.email, FIRST_PASSWORD),
    await codeOf(FORM.email, SECOND_PASSWORD),
  ];
  expect(await strangerCodes()).toEqual(['login.unverified', 'login.failed']);

  const new_password = 'Nytt-losen2027';
  await followLink(app, 'rest', 'reset', await newResetToken(app, FORM.email), { new_password });
  for (const name of [FORM.email, OWNER_USERNAME]) expect(await codeOf(name, new_password)).toBe(200);
  expect(await strangerCodes()).toEqual(['login.unverified', 'login.failed']);
  expect(await codeOf(OWNER_USERNAME, FIRST_PASSWORD)).toBe('login.failed');
});

test('the password of a stranger never logs in, even if they register before the owner verifies the address', async () => {
  await register(FORM.email, FIRST_PASSWORD);
  await register(FORM.email, PASSWORD);
  const [account] = await app.db.select().from(accounts);
  expect(account).toMatchObject({ is_contested: true, stranger_password_hash: null });

  await followLink(app, 'rest', 'reset', await newResetToken(app, FORM.email), { new_password: PASSWORD });
  expect(await codeOf(FORM.email, PASSWORD)).toBe(200);
  await register(FORM.email, FIRST_PASSWORD);
  expect(await codeOf(FORM.email, FIRST_PASSWORD)).toBe('login.unverified');
  expect(await codeOf(FORM.email, PASSWORD)).toBe(200);
});

test('a user name logs in only once its account is verified', async () => {
  const username = await register(FORM.email, PASSWORD);
  expect(await codeOf(username, PASSWORD)).toBe('login.failed');
  await followLink(app, 'rest', 'verify', await newVerificationToken(app, FORM.email));
  expect(await codeOf(username, PASSWORD)).toBe(200);
});
