// `bun run bench enumeration` measures the response times.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { accounts } from '../../db/schema';
import type { Db } from '../../src/platform/database';
import { DUMMY_HASH, hashPassword } from '../../src/platform/passwords';
import { hashToken } from '../../src/platform/tokens';
import { ACCOUNTS, FORM, PASSWORD } from '../support/accounts';
import { randomLetters, type Timings } from '../support/enumeration';
import {
  callOver,
  newCaller,
  type Operation,
  type TestApp,
  TRANSPORTS,
  testApp,
} from '../support/transports';

const ACCOUNT_COUNT = 20;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const password_hash = await hashPassword(PASSWORD);
  await app.context.database.db.insert(accounts).values(
    Array.from({ length: ACCOUNT_COUNT }, (_, turn) => ({
      ...{ email: emailOf('existing', turn), username: `existing${turn}` },
      ...{ full_name: 'Anna', password_hash, is_verified: turn % 2 === 0, is_suspended: turn % 3 === 0 },
    })),
  );
});
afterAll(() => app.stop());

/** All of the same length. A missing one is new each time, because a registration creates its account. */
const emailOf = (kind: keyof Timings, turn: number) =>
  `${kind === 'existing' ? 'existin' : Bun.randomUUIDv7('hex').slice(-7)}${turn}@example.se`;

const CALLS: Record<string, { operation: Operation; bodyOf: (email: string) => object }> = {
  login: { operation: ACCOUNTS.login, bodyOf: (email) => ({ email, password: 'Wrong2027' }) },
  // A new name each time, as a prober would use: numbering equal names takes extra time.
  registration: {
    operation: ACCOUNTS.register,
    bodyOf: (email) => ({ ...FORM, email, full_name: `Anna ${randomLetters()}` }),
  },
  'forgotten password': { operation: ACCOUNTS.forgot, bodyOf: (email) => ({ email }) },
  'link to the data': {
    operation: ACCOUNTS.dataLink,
    bodyOf: (email) => ({ email }),
  },
  'resent link': { operation: ACCOUNTS.resend, bodyOf: (email) => ({ email }) },
};

const VARYING = ['x-request-id', 'date'];

for (const [name, { operation, bodyOf }] of Object.entries(CALLS)) {
  describe(name, () => {
    for (const transport of TRANSPORTS) {
      test(`over ${transport} gets the same response, byte for byte, with and without an account`, async () => {
        const responses = new Set<string>();
        for (let turn = 0; turn < 6; turn++) {
          for (const kind of ['existing', 'missing'] as const) {
            const email = emailOf(kind, turn + (transport === 'rest' ? 0 : 6));
            const { status, headers, body } = await callOver(app, transport, operation, {
              body: bodyOf(email),
              headers: newCaller(),
            });
            const stableHeaders = [...headers].filter(([header]) => !VARYING.includes(header));
            responses.add(JSON.stringify([status, stableHeaders, body]));
          }
        }
        expect([...responses]).toHaveLength(1);
      });
    }

    test('does the same work with and without an account', async () => {
      const [existing, missing] = [
        await workOf(operation, bodyOf(emailOf('existing', 12))),
        await workOf(operation, bodyOf(emailOf('missing', 12))),
      ];
      expect(existing.statements.length).toBeGreaterThan(1);
      expect(missing).toEqual(existing);
    });
  });
}

const fillAccountCounters = () => app.sql`insert into rate_limits (key, hits, expires_at)
    select 'sign-in-hour:member:' || id, array_fill(now(), array[100]), now() + interval '1 hour' from marketplace_users
    on conflict (key) do update set hits = excluded.hits, expires_at = excluded.expires_at`;

test('a login over the limits of its account does the same work as one with an unknown name', async () => {
  await fillAccountCounters();
  const [existing, missing] = [
    await workOf(ACCOUNTS.login, byName('existing2')),
    await workOf(ACCOUNTS.login, byName('missing02')),
  ];
  expect(existing.status).toBe(401);
  expect(missing).toEqual(existing);
});

test('a login over the limits of its name, from a known address of the account, does the same work as one with an unknown name', async () => {
  await fillAccountCounters();
  await app.sql`insert into marketplace_login_addresses
    select id, '198.18.0.1', now() from marketplace_users where username = 'existing2'`;
  for (const name of ['existing2', 'missing12']) {
    const hash = await hashToken(name);
    for (const who of [`member-name:${hash}`, `member:${hash}`])
      await app.sql`insert into rate_limits (key, hits, expires_at)
        values (${`sign-in-hour:${who}`}, array_fill(now(), array[100]), now() + interval '1 hour')
        on conflict (key) do update set hits = excluded.hits`;
  }
  const known = { 'x-forwarded-for': '198.18.0.1' };
  const [existing, missing] = [
    await workOf(ACCOUNTS.login, byName('existing2'), known),
    await workOf(ACCOUNTS.login, byName('missing12'), known),
  ];
  expect(existing.status).toBe(429);
  expect(missing).toEqual(existing);
});

const byName = (name: string) => ({ email: name, password: 'Wrong2027' });

/** What takes time: the kinds of the statements, and how many passwords are hashed and compared. */
async function workOf(operation: Operation, body: object, headers = newCaller()) {
  const statements: string[] = [];
  const { database } = app.context;
  const [hash, verify] = [spyOn(Argon2id.prototype, 'hash'), spyOn(Argon2id.prototype, 'verify')];
  app.context.database = { ...database, db: recordStatements(statements, database.db) };
  try {
    const { status } = await callOver(app, 'rest', operation, { body, headers });
    return { status, statements, hashes: hash.mock.calls.length, comparisons: verify.mock.calls.length };
  } finally {
    app.context.database = database;
    hash.mockRestore();
    verify.mockRestore();
  }
}

function recordStatements(statements: string[], db: Db): Db {
  return new Proxy(db, {
    get(target, key: keyof Db) {
      if (key === 'transaction') {
        const inner: Db['transaction'] = (work, options) =>
          target.transaction((db) => work(recordStatements(statements, db) as typeof db), options);
        return inner;
      }
      if (['select', 'insert', 'update', 'delete', 'execute'].includes(key)) statements.push(key);
      const member: unknown = target[key];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

test('the hash for unknown names has the same cost as the hashes of accounts', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costOf(DUMMY_HASH)).toEqual(costOf(await hashPassword(PASSWORD)));
});
