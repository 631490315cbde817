// `bun run bench enumeration` measures the response times.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { accounts } from '#db/schema/index.ts';
import { WATCHES_MAX } from '#src/features/watches/contract.ts';
import type { Db } from '#src/platform/database.ts';
import { DUMMY_HASH, hashPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { ACCOUNTS, FORM, PASSWORD } from '#tests/support/accounts.ts';
import { randomLetters, type Timings } from '#tests/support/enumeration.ts';
import {
  callOver,
  newCaller,
  type Operation,
  type TestApp,
  TRANSPORTS,
  testApp,
} from '#tests/support/transports.ts';

const ACCOUNT_COUNT = 20;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const password_hash = await hashPassword(PASSWORD);
  await app.db.insert(accounts).values(
    Array.from({ length: ACCOUNT_COUNT }, (_, index) => ({
      ...{ email: emailOf('existing', index), username: `existing${index}` },
      ...{ full_name: 'Anna', password_hash, is_verified: index % 2 === 0, is_suspended: index % 3 === 0 },
    })),
  );
  await app.sql`
    with watcher as (
      insert into watchers (id, user_id, last_number)
      select gen_random_uuid(), id, ${WATCHES_MAX}::int from marketplace_users where is_verified returning id)
    insert into watches (id, watcher_id, number, kind, query, cadence)
    select gen_random_uuid(), watcher.id, n, 'search', 'q=' || n, 'daily'
    from watcher, generate_series(1, ${WATCHES_MAX}::int) as n`;
});
afterAll(() => app.stop());

/** All addresses have the same length. A missing one is new each time, because a registration creates its account. */
const emailOf = (kind: keyof Timings, index: number) =>
  `${kind === 'existing' ? 'existin' : Bun.randomUUIDv7('hex').slice(-7)}${index}@example.se`;

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
  // Some of the accounts have as many watches as are allowed.
  watch: {
    operation: { rest: 'POST /watches', trpc: 'public.watches.create', type: 'mutation' },
    bodyOf: (email) => ({ kind: 'search', query: 'landskap=Dalarna', cadence: 'daily', email }),
  },
  'resent link': { operation: ACCOUNTS.resend, bodyOf: (email) => ({ email }) },
};

const VARYING_HEADERS = ['x-request-id', 'date'];

for (const [name, { operation, bodyOf }] of Object.entries(CALLS)) {
  describe(name, () => {
    for (const transport of TRANSPORTS) {
      test(`over ${transport} gets the same response, byte for byte, with and without an account`, async () => {
        const responses = new Set<string>();
        for (let index = 0; index < 6; index++) {
          for (const kind of ['existing', 'missing'] as const) {
            const email = emailOf(kind, index + (transport === 'rest' ? 0 : 6));
            const { status, headers, body } = await callOver(app, transport, operation, {
              body: bodyOf(email),
              headers: newCaller(),
            });
            const stableHeaders = [...headers].filter(([header]) => !VARYING_HEADERS.includes(header));
            responses.add(JSON.stringify([status, stableHeaders, body]));
          }
        }
        expect([...responses]).toHaveLength(1);
      });
    }

    test('does the same work with and without an account', async () => {
      const [existingWork, missingWork] = [
        await measureWork(operation, bodyOf(emailOf('existing', 12))),
        await measureWork(operation, bodyOf(emailOf('missing', 12))),
      ];
      expect(existingWork.statements.length).toBeGreaterThan(1);
      expect(missingWork).toEqual(existingWork);
    });
  });
}

const fillAccountCounters = () => app.sql`insert into rate_limits (key, hits, expires_at)
    select 'sign-in-hour:member:' || id, array_fill(now(), array[100]), now() + interval '1 hour' from marketplace_users
    on conflict (key) do update set hits = excluded.hits, expires_at = excluded.expires_at`;

test('a login over the limits of its account does the same work as one with an unknown name', async () => {
  await fillAccountCounters();
  const [existingWork, missingWork] = [
    await measureWork(ACCOUNTS.login, loginBody('existing2')),
    await measureWork(ACCOUNTS.login, loginBody('missing02')),
  ];
  expect(existingWork.status).toBe(401);
  expect(missingWork).toEqual(existingWork);
});

test('a login over the limits from a known address does the same work as one with an unknown name', async () => {
  await fillAccountCounters();
  await app.sql`insert into marketplace_login_addresses
    select id, '198.18.0.1', now() from marketplace_users where username = 'existing2'`;
  for (const name of ['existing2', 'missing12']) {
    const hash = hashToken(name);
    for (const counterName of [`member-name:${hash}`, `member:${hash}`])
      await app.sql`insert into rate_limits (key, hits, expires_at)
        values (${`sign-in-hour:${counterName}`}, array_fill(now(), array[100]), now() + interval '1 hour')
        on conflict (key) do update set hits = excluded.hits`;
  }
  const knownAddress = { 'x-forwarded-for': '198.18.0.1' };
  const [existingWork, missingWork] = [
    await measureWork(ACCOUNTS.login, loginBody('existing2'), knownAddress),
    await measureWork(ACCOUNTS.login, loginBody('missing12'), knownAddress),
  ];
  expect(existingWork.status).toBe(429);
  expect(missingWork).toEqual(existingWork);
});

const loginBody = (name: string) => ({ email: name, password: 'Wrong2027' });

/** Measures what takes time: the kinds of statements, and how many passwords are hashed and compared. */
async function measureWork(operation: Operation, body: object, headers = newCaller()) {
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
        const transaction: Db['transaction'] = (run, options) =>
          target.transaction((db) => run(recordStatements(statements, db) as typeof db), options);
        return transaction;
      }
      if (['select', 'insert', 'update', 'delete', 'execute'].includes(key)) statements.push(key);
      const member: unknown = target[key];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

test('the hash for unknown names has the same cost as the hashes of accounts', async () => {
  const costParametersOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costParametersOf(DUMMY_HASH)).toEqual(costParametersOf(await hashPassword(PASSWORD)));
});
