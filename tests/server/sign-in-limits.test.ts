import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { accounts, admins } from '#db/schema/index.ts';
import { issueResetLink, issueVerificationLink } from '#src/features/accounts/links/service.ts';
import { endSessions } from '#src/features/accounts/sessions/service.ts';
import { endAdminSessions } from '#src/features/admins/sessions/service.ts';
import { type AccountKind, sweepLoginAddresses } from '#src/platform/limits/login-addresses.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { detailOf } from '#src/shared/errors.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { ageRateLimits } from '#tests/support/limits.ts';
import { TRANSPORTS, type Transport, testApp } from '#tests/support/transports.ts';

const PASSWORD = 'Loppet2027';
const START = new Date('2027-01-15T12:00:00.000Z');
const HOME_ADDRESS = '192.0.2.10';
const NEIGHBOUR_ADDRESS = '192.0.2.11';
const HOME_ADDRESS_V6 = '2001:db8:1:1::1';
const OTHER_ADDRESS = '198.51.100.7';
const TOO_MANY = [429, 'request.too_many'];

let now = START;
const comparedPasswords: string[] = [];
/** Argon2 is replaced, because thousands of hashes would take minutes. */
const verify = spyOn(Argon2id.prototype, 'verify').mockImplementation(async (storedHash, password) => {
  if (storedHash === hash) comparedPasswords.push(password);
  return storedHash === hash && password === PASSWORD;
});
const app = await testApp({ now: () => now });
const hash = await hashPassword(PASSWORD);
afterAll(async () => {
  verify.mockRestore();
  await app.stop();
});
beforeEach(async () => {
  now = START;
  await app.sql`delete from rate_limits`;
  for (const table of [accounts, admins]) await app.db.delete(table);
});
const sendAs =
  (kind: AccountKind) => async (name: string, address: string, password: string, transport: Transport) => {
    const [operation, field] =
      kind === 'member'
        ? ['marketplace.accounts.login', 'email']
        : (['admin.admins.login', 'username'] as const);
    const caller = { headers: { 'x-forwarded-for': address } };
    const input = { [field]: name, password };
    const { status, headers, body } = await call<{ code?: string; detail?: string }>(
      app,
      transport,
      operation,
      caller,
      input,
    );
    return { status, body, retryAfter: Number(headers.get('retry-after')) };
  };

const signInAs =
  (kind: AccountKind) =>
  async (name: string, address: string, password = PASSWORD, transport: Transport = 'rest') => {
    const { status, body } = await sendAs(kind)(name, address, password, transport);
    return [status, body.code];
  };

const countAddresses = async (kind: AccountKind) => {
  const [row] = await (kind === 'member'
    ? app.sql<{ count: number }[]>`select count(*)::int from marketplace_login_addresses`
    : app.sql<{ count: number }[]>`select count(*)::int from admin_login_addresses`);
  return row?.count;
};

const ACCOUNT_KINDS = [
  {
    kind: 'member' as const,
    failed: [401, 'login.failed'],
    makeAccount: async () => {
      const { id, email } = await makeMember(app.db, { password_hash: hash });
      return { id, name: email };
    },
    endSessions,
  },
  {
    kind: 'admin' as const,
    failed: [401, 'admin.login_failed'],
    makeAccount: async () => {
      const { id, username } = await makeAdmin(app.db, { password_hash: hash });
      return { id, name: username };
    },
    endSessions: endAdminSessions,
  },
];

for (const { kind, failed, makeAccount, endSessions } of ACCOUNT_KINDS) {
  const [send, signIn] = [sendAs(kind), signInAs(kind)];
  const ok = [200, undefined];
  const guess = async (name: string, address: string, count: number, transport?: Transport) => {
    const results = [];
    for (let i = 0; i < count; i++) results.push(await signIn(name, address, `Fel-${i}`, transport));
    return results;
  };
  /** Uses up the hourly limit of the account, from ten networks that no member uses. */
  const exhaustHourlyLimit = async (name: string) => {
    for (let network = 0; network < 10; network++) {
      expect(await guess(name, `198.18.${network}.1`, 10)).toEqual(Array(10).fill(failed));
    }
  };

  describe(`the account of ${kind === 'member' ? 'a member' : 'an admin'}`, () => {
    for (const transport of TRANSPORTS) {
      test(`allows ten guesses a minute from a network over ${transport}, and logs in from any other`, async () => {
        const { name } = await makeAccount();
        const addresses = [1, 2, 3, 4, 5].map((host) => `198.51.100.${host}`);
        for (const address of addresses)
          expect(await guess(name, address, 2, transport)).toEqual([failed, failed]);
        expect(await signIn(name, '198.51.100.99', PASSWORD, transport)).toEqual(TOO_MANY);
        expect(await signIn(name, '198.51.101.1', PASSWORD, transport)).toEqual(ok);
        await ageRateLimits(app, 60);
        expect(await signIn(name, '198.51.100.99', PASSWORD, transport)).toEqual(ok);
      });
    }

    test('counts a name in any spelling, returns when to retry, and does not limit other accounts', async () => {
      const [{ name }, otherAccount] = [await makeAccount(), await makeAccount()];
      for (let i = 0; i < 10; i++) {
        const spelling = [name, name.toUpperCase(), ` ${name} `][i % 3] ?? name;
        expect(await signIn(spelling, OTHER_ADDRESS, 'Fel')).toEqual(failed);
      }
      const { body, retryAfter } = await send(name, OTHER_ADDRESS, PASSWORD, 'rest');
      expect(body).toEqual({ code: 'request.too_many', detail: detailOf('request.too_many') });
      expect(retryAfter).toBeWithin(50, 61);
      expect(await signIn(otherAccount.name, OTHER_ADDRESS)).toEqual(ok);
    });

    test('counts an IPv6 network as its /64', async () => {
      const { name } = await makeAccount();
      for (let host = 1; host <= 10; host++)
        expect(await signIn(name, `2001:db8:7:7:${host}::1`, 'Fel')).toEqual(failed);
      expect(await signIn(name, '2001:db8:7:7::99')).toEqual(TOO_MANY);
      expect(await signIn(name, '2001:db8:7:8::1')).toEqual(ok);
    });

    test('allows a hundred guesses an hour from new addresses, then only sign-ins from known ones', async () => {
      const { name } = await makeAccount();
      for (const address of [HOME_ADDRESS, HOME_ADDRESS_V6]) expect(await signIn(name, address)).toEqual(ok);
      await ageRateLimits(app, 3600);
      await exhaustHourlyLimit(name);
      await ageRateLimits(app, 61);
      expect(await signIn(name, OTHER_ADDRESS)).toEqual(TOO_MANY);
      for (const address of [HOME_ADDRESS, '2001:db8:1:1::ffff'])
        expect(await signIn(name, address)).toEqual(ok);
      await ageRateLimits(app, 3600);
      expect(await signIn(name, OTHER_ADDRESS)).toEqual(ok);
    });

    test('does not count attempts over the ten a minute towards the hundred an hour', async () => {
      const { name } = await makeAccount();
      for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4', '198.51.100.5'])
        await guess(name, address, 30);
      expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
    });

    test('gives a known address ten sign-ins a minute of its own', async () => {
      const { name } = await makeAccount();
      expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
      await ageRateLimits(app, 60);
      expect(await guess(name, NEIGHBOUR_ADDRESS, 11)).toEqual([...Array(10).fill(failed), TOO_MANY]);
      expect(await signIn(name, NEIGHBOUR_ADDRESS)).toEqual(TOO_MANY);
      for (let i = 0; i < 10; i++) expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
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
      expect(await countAddresses(kind)).toBe(1);
      expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
      now = new Date(lastKnownMs + 30 * DAY_MS);
      await sweepLoginAddresses(app.context);
      expect(await countAddresses(kind)).toBe(0);
    });

    test('learns no address from a failed login, and forgets all when the sessions are ended', async () => {
      const { id, name } = await makeAccount();
      await guess(name, HOME_ADDRESS, 1);
      expect(await countAddresses(kind)).toBe(0);
      await signIn(name, HOME_ADDRESS);
      expect(await countAddresses(kind)).toBe(1);
      await endSessions(app.db, id);
      expect(await countAddresses(kind)).toBe(0);
    });

    test('stays open to its owner while fifty networks guess for hours, and compares few guesses', async () => {
      const { name } = await makeAccount();
      expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
      await ageRateLimits(app, 3600);
      comparedPasswords.length = 0;
      const [HOURS, STEPS_PER_HOUR] = [2, 4];
      for (let step = 0; step < HOURS * STEPS_PER_HOUR; step++) {
        const networks = Array.from({ length: 50 }, (_, network) => `198.18.${network}.${step + 1}`);
        const results = await Promise.all(networks.map((address) => guess(name, address, 2)));
        expect(results.flat().filter(([status]) => status === 200)).toEqual([]);
        expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
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
      expect(await signIn(name, HOME_ADDRESS)).toEqual(ok);
      const existingResponses = await collectResponses(name);
      expect(existingResponses.filter(([status]) => status === 429).length).toBeGreaterThan(10);
      expect(await collectResponses(name.replace(/\d/, 'x'))).toEqual(existingResponses);
    }, 60_000);
  });
}

describe('the two names of a member', () => {
  const [send, signIn] = [sendAs('member'), signInAs('member')];

  for (const transport of TRANSPORTS) {
    test(`share the limits over ${transport}, without revealing that they belong to one account`, async () => {
      const { email, username } = await makeMember(app.db, { password_hash: hash });
      const responseTo = async (name: string, address: string) => {
        const { status, body, retryAfter } = await send(name, address, PASSWORD, transport);
        return { status, code: body.code, retryAfter };
      };
      for (let network = 0; network < 10; network++) {
        const address = `198.18.${network}.1`;
        for (let i = 0; i < 10; i++) await signIn(email, address, 'Fel');
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
    });
  }
});

describe('an address becomes known when a mailed link is followed from it', () => {
  const signIn = signInAs('member');
  const followMailedLink = async (link: 'verify' | 'reset', token: string) => {
    const headers = { 'x-forwarded-for': HOME_ADDRESS };
    const input = link === 'verify' ? { token } : { token, new_password: PASSWORD };
    const operation = link === 'verify' ? 'verify' : 'resetPassword';
    const { status } = await call(app, 'trpc', `marketplace.accounts.${operation}`, { headers }, input);
    expect(status).toBe(200);
  };
  const exhaustHourlyLimit = async (name: string) => {
    for (let network = 0; network < 10; network++)
      for (let i = 0; i < 10; i++) await signIn(name, `198.18.${network}.1`, 'Fel');
    expect(await signIn(name, OTHER_ADDRESS)).toEqual(TOO_MANY);
  };

  test('to verify the account, so that others cannot lock out a new member', async () => {
    const { email } = await makeMember(app.db, { password_hash: hash, is_verified: false });
    const link = await issueVerificationLink(app.context, { email });
    await exhaustHourlyLimit(email);
    await followMailedLink('verify', link?.token ?? '');
    expect(await signIn(email, HOME_ADDRESS)).toEqual([200, undefined]);
  });

  test('to reset the password; addresses known before are forgotten', async () => {
    const { email } = await makeMember(app.db, { password_hash: hash });
    expect(await signIn(email, NEIGHBOUR_ADDRESS)).toEqual([200, undefined]);
    const link = await issueResetLink(app.context, email);
    await followMailedLink('reset', link?.token ?? '');
    expect(await countAddresses('member')).toBe(1);
  });
});

test('a logged-in member can delete the account from a new address while others guess its password', async () => {
  const member = await makeMember(app.db, { password_hash: hash });
  const signIn = signInAs('member');
  for (let network = 0; network < 10; network++)
    for (let i = 0; i < 10; i++) await signIn(member.email, `198.18.${network}.1`, 'Fel');
  expect(await signIn(member.email, OTHER_ADDRESS)).toEqual(TOO_MANY);
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
