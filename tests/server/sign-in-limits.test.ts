import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { accounts, admins } from '#db/schema/index.ts';
import { issueResetLink, issueVerificationLink } from '#src/features/accounts/links/service.ts';
import { endSessions } from '#src/features/accounts/sessions/service.ts';
import { endAdminSessions } from '#src/features/admins/sessions/service.ts';
import { sweepLoginAddresses } from '#src/platform/limits/login-addresses.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { detailOf } from '#src/shared/errors.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { ageRateLimits } from '#tests/support/limits.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { TRANSPORTS, type Transport } from '#tests/support/transports.ts';

const PASSWORD = 'Loppet2027';
const START = new Date('2027-01-15T12:00:00.000Z');
const HOME_ADDRESS = '192.0.2.10';
const NEIGHBOUR_ADDRESS = '192.0.2.11';
const OTHER_ADDRESS = '198.51.100.7';
const OK = [200, undefined];
const TOO_MANY = [429, 'request.too_many'];

let now = START;
const comparedPasswords: string[] = [];
/** Argon2 is replaced, because thousands of hashes would take minutes. */
const verify = spyOn(Argon2id.prototype, 'verify').mockImplementation(async (storedHash, password) => {
  if (storedHash === hash) comparedPasswords.push(password);
  return storedHash === hash && password === PASSWORD;
});
const app = await appOfFile({ now: () => now });
const hash = await hashPassword(PASSWORD);
afterAll(() => verify.mockRestore());
beforeEach(async () => {
  now = START;
  await app.sql`delete from rate_limits`;
  for (const table of [accounts, admins]) await app.db.delete(table);
});

/** How the accounts of one kind sign in. `addresses` is the table of the known ones. */
function signInsOf(operation: string, field: string, failure: string, addresses: string) {
  const failed = [401, failure];
  const send = async (name: string, address: string, password: string, transport: Transport) => {
    const caller = { headers: { 'x-forwarded-for': address } };
    const input = { [field]: name, password };
    type Body = { code?: string; detail?: string };
    const { status, headers, body } = await call<Body>(app, transport, operation, caller, input);
    return { status, body, retryAfter: Number(headers.get('retry-after')) };
  };
  const signIn = async (name: string, address: string, password = PASSWORD, over: Transport = 'rest') => {
    const { status, body } = await send(name, address, password, over);
    return [status, body.code];
  };
  const guess = (name: string, address: string, count: number, transport?: Transport) =>
    Array.fromAsync(Array(count).keys(), (i) => signIn(name, address, `Fel-${i}`, transport));
  /** Uses up the hourly limit of the account, from ten networks that no member uses. */
  const exhaustHourlyLimit = async (name: string) => {
    for (let network = 0; network < 10; network++)
      expect(await guess(name, `198.18.${network}.1`, 10)).toEqual(Array(10).fill(failed));
  };
  const countAddresses = async () => (await app.sql`select from ${app.sql(addresses)}`).length;
  return { failed, send, signIn, guess, exhaustHourlyLimit, countAddresses };
}

const MEMBERS = {
  ...signInsOf('marketplace.accounts.login', 'email', 'login.failed', 'marketplace_login_addresses'),
  makeAccount: async () => {
    const { id, email } = await makeMember(app.db, { password_hash: hash });
    return { id, name: email };
  },
  endSessions,
};
const ADMINS = {
  ...signInsOf('admin.admins.login', 'username', 'admin.login_failed', 'admin_login_addresses'),
  makeAccount: async () => {
    const { id, username } = await makeAdmin(app.db, { password_hash: hash });
    return { id, name: username };
  },
  endSessions: endAdminSessions,
};

describe.each([
  ['a member', MEMBERS],
  ['an admin', ADMINS],
] as const)('the account of %s', (_, signIns) => {
  const { failed, send, signIn, guess, exhaustHourlyLimit, countAddresses } = signIns;
  const { makeAccount, endSessions } = signIns;

  test.each(TRANSPORTS)(
    'allows ten guesses a minute from a network over %s, and logs in from any other',
    async (transport) => {
      const { name } = await makeAccount();
      for (const host of [1, 2, 3, 4, 5])
        expect(await guess(name, `198.51.100.${host}`, 2, transport)).toEqual([failed, failed]);
      expect(await signIn(name, '198.51.100.99', PASSWORD, transport)).toEqual(TOO_MANY);
      expect(await signIn(name, '198.51.101.1', PASSWORD, transport)).toEqual(OK);
      await ageRateLimits(app, 60);
      expect(await signIn(name, '198.51.100.99', PASSWORD, transport)).toEqual(OK);
    },
  );

  test('counts a name in any spelling, returns when to retry, and does not limit other accounts', async () => {
    const [{ name }, otherAccount] = [await makeAccount(), await makeAccount()];
    for (let i = 0; i < 10; i++) {
      const spelling = [name, name.toUpperCase(), ` ${name} `][i % 3] ?? name;
      expect(await signIn(spelling, OTHER_ADDRESS, 'Fel')).toEqual(failed);
    }
    const { body, retryAfter } = await send(name, OTHER_ADDRESS, PASSWORD, 'rest');
    expect(body).toEqual({ code: 'request.too_many', detail: detailOf('request.too_many') });
    expect(retryAfter).toBeWithin(50, 61);
    expect(await signIn(otherAccount.name, OTHER_ADDRESS)).toEqual(OK);
  });

  test('counts an IPv6 network as its /64', async () => {
    const { name } = await makeAccount();
    for (let host = 1; host <= 10; host++)
      expect(await signIn(name, `2001:db8:7:7:${host}::1`, 'Fel')).toEqual(failed);
    expect(await signIn(name, '2001:db8:7:7::99')).toEqual(TOO_MANY);
    expect(await signIn(name, '2001:db8:7:8::1')).toEqual(OK);
  });

  test('allows a hundred guesses an hour from new addresses, then only sign-ins from known ones', async () => {
    const { name } = await makeAccount();
    for (const address of [HOME_ADDRESS, '2001:db8:1:1::1']) expect(await signIn(name, address)).toEqual(OK);
    await ageRateLimits(app, 3600);
    await exhaustHourlyLimit(name);
    await ageRateLimits(app, 61);
    expect(await signIn(name, OTHER_ADDRESS)).toEqual(TOO_MANY);
    for (const address of [HOME_ADDRESS, '2001:db8:1:1::ffff'])
      expect(await signIn(name, address)).toEqual(OK);
    await ageRateLimits(app, 3600);
    expect(await signIn(name, OTHER_ADDRESS)).toEqual(OK);
  });

  test('does not count attempts over the ten a minute towards the hundred an hour', async () => {
    const { name } = await makeAccount();
    for (const host of [1, 2, 3, 4, 5]) await guess(name, `198.51.100.${host}`, 30);
    expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
  });

  test('gives a known address ten sign-ins a minute of its own', async () => {
    const { name } = await makeAccount();
    expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
    await ageRateLimits(app, 60);
    expect(await guess(name, NEIGHBOUR_ADDRESS, 11)).toEqual([...Array(10).fill(failed), TOO_MANY]);
    expect(await signIn(name, NEIGHBOUR_ADDRESS)).toEqual(TOO_MANY);
    for (let i = 0; i < 10; i++) expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
    expect(await signIn(name, HOME_ADDRESS)).toEqual(TOO_MANY);
  });

  test('forgets an address 30 days after the last login from it', async () => {
    const { name } = await makeAccount();
    await signIn(name, HOME_ADDRESS);
    now = new Date(START.getTime() + 10 * DAY_MS);
    await signIn(name, HOME_ADDRESS);
    const lastKnownMs = now.getTime() + 30 * DAY_MS - 1;
    await ageRateLimits(app, 3600);
    await exhaustHourlyLimit(name);
    await ageRateLimits(app, 61);

    now = new Date(lastKnownMs + 1);
    expect(await signIn(name, HOME_ADDRESS)).toEqual(TOO_MANY);
    now = new Date(lastKnownMs);
    await sweepLoginAddresses(app.context);
    expect(await countAddresses()).toBe(1);
    expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
    now = new Date(lastKnownMs + 30 * DAY_MS);
    await sweepLoginAddresses(app.context);
    expect(await countAddresses()).toBe(0);
  });

  test('learns no address from a failed login, and forgets all when the sessions are ended', async () => {
    const { id, name } = await makeAccount();
    await guess(name, HOME_ADDRESS, 1);
    expect(await countAddresses()).toBe(0);
    await signIn(name, HOME_ADDRESS);
    expect(await countAddresses()).toBe(1);
    await endSessions(app.db, id);
    expect(await countAddresses()).toBe(0);
  });

  test('stays open to its owner while fifty networks guess for hours, and compares few guesses', async () => {
    const { name } = await makeAccount();
    expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
    await ageRateLimits(app, 3600);
    comparedPasswords.length = 0;
    const [HOURS, STEPS_PER_HOUR] = [2, 4];
    for (let step = 0; step < HOURS * STEPS_PER_HOUR; step++) {
      const networks = Array.from({ length: 50 }, (_, network) => `198.18.${network}.${step + 1}`);
      const results = await Promise.all(networks.map((address) => guess(name, address, 2)));
      expect(results.flat().filter(([status]) => status === 200)).toEqual([]);
      expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
      await ageRateLimits(app, 3600 / STEPS_PER_HOUR);
    }
    const guesses = comparedPasswords.filter((password) => password !== PASSWORD);
    // The owner's logins count towards the hour, so slightly fewer guesses are compared than the limit allows.
    expect(guesses.length).toBeWithin(HOURS * (100 - STEPS_PER_HOUR), HOURS * 100 + 1);
  }, 60_000);

  test('gets the same responses as an unknown name, also over the limits', async () => {
    const { name } = await makeAccount();
    const collectResponses = async (triedName: string) => {
      await app.sql`delete from rate_limits`;
      const results = [];
      for (const [address, count] of [
        [OTHER_ADDRESS, 12],
        [HOME_ADDRESS, 6],
        [NEIGHBOUR_ADDRESS, 6],
        [HOME_ADDRESS, 6],
      ] as const)
        results.push(...(await guess(triedName, address, count)));
      for (let network = 0; network < 11; network++)
        results.push(...(await guess(triedName, `198.18.${network}.1`, 10)));
      for (const address of [OTHER_ADDRESS, HOME_ADDRESS, NEIGHBOUR_ADDRESS])
        results.push(...(await guess(triedName, address, 2)));
      return results;
    };
    expect(await signIn(name, HOME_ADDRESS)).toEqual(OK);
    const existingResponses = await collectResponses(name);
    expect(existingResponses.filter(([status]) => status === 429).length).toBeGreaterThan(10);
    expect(await collectResponses(name.replace(/\d/, 'x'))).toEqual(existingResponses);
  }, 60_000);
});

test.each(TRANSPORTS)(
  'the two names of a member share the limits over %s, without revealing that they belong to one account',
  async (transport) => {
    const { email, username } = await makeMember(app.db, { password_hash: hash });
    const responseTo = async (name: string, address: string) => {
      const { status, body, retryAfter } = await MEMBERS.send(name, address, PASSWORD, transport);
      return { status, code: body.code, retryAfter };
    };
    for (let network = 0; network < 10; network++) {
      const address = `198.18.${network}.1`;
      await MEMBERS.guess(email, address, 10);
      // This network has used up its minute.
      const unknownNameResponse = await responseTo(`nobody.andersson${network}`, address);
      expect(unknownNameResponse).toEqual({ status: 401, code: 'login.failed', retryAfter: 0 });
      expect(await responseTo(username, address)).toEqual(unknownNameResponse);
    }
    // All networks together have used up their hour.
    expect((await responseTo(username, OTHER_ADDRESS)).status).toBe(401);
    expect((await responseTo(email, OTHER_ADDRESS)).status).toBe(429);
    await ageRateLimits(app, 3600);
    expect((await responseTo(username, OTHER_ADDRESS)).status).toBe(200);
  },
);

describe('an address becomes known when a mailed link is followed from it', () => {
  const { signIn, exhaustHourlyLimit, countAddresses } = MEMBERS;
  const followMailedLink = async (operation: string, input: Record<string, unknown>) => {
    const headers = { 'x-forwarded-for': HOME_ADDRESS };
    const { status } = await call(app, 'trpc', `marketplace.accounts.${operation}`, { headers }, input);
    expect(status).toBe(200);
  };

  test('to verify the account, so that others cannot lock out a new member', async () => {
    const { email } = await makeMember(app.db, { password_hash: hash, is_verified: false });
    const link = await issueVerificationLink(app.context, { email });
    await exhaustHourlyLimit(email);
    expect(await signIn(email, OTHER_ADDRESS)).toEqual(TOO_MANY);
    await followMailedLink('verify', { token: link?.token });
    expect(await signIn(email, HOME_ADDRESS)).toEqual(OK);
  });

  test('to reset the password; addresses known before are forgotten', async () => {
    const { email } = await makeMember(app.db, { password_hash: hash });
    expect(await signIn(email, NEIGHBOUR_ADDRESS)).toEqual(OK);
    const link = await issueResetLink(app.context, email);
    await followMailedLink('resetPassword', { token: link?.token, new_password: PASSWORD });
    expect(await countAddresses()).toBe(1);
  });
});

test('a logged-in member can delete the account from a new address while others guess its password', async () => {
  const member = await makeMember(app.db, { password_hash: hash });
  await MEMBERS.exhaustHourlyLimit(member.email);
  expect(await MEMBERS.signIn(member.email, OTHER_ADDRESS)).toEqual(TOO_MANY);
  expect(await deleteAccount(member, OTHER_ADDRESS, PASSWORD)).toBe(200);
});

test('a session allows ten wrong passwords a minute and a hundred an hour, from any number of addresses', async () => {
  const member = await makeMember(app.db, { password_hash: hash });
  for (let minute = 0; minute < 10; minute++) {
    for (let i = 0; i < 10; i++) expect(await deleteAccount(member, `198.18.${i}.1`, 'Fel')).toBe(400);
    expect(await deleteAccount(member, OTHER_ADDRESS, PASSWORD)).toBe(429);
    await ageRateLimits(app, 61);
  }
  expect(await deleteAccount(member, OTHER_ADDRESS, PASSWORD)).toBe(429);
  await ageRateLimits(app, 3600);
  expect(await deleteAccount(member, OTHER_ADDRESS, PASSWORD)).toBe(200);
});

async function deleteAccount(member: { headers: Record<string, string> }, address: string, password: string) {
  const headers = { ...member.headers, 'x-forwarded-for': address };
  return (await call(app, 'rest', 'marketplace.privacy.deleteAccount', { headers }, { password })).status;
}
