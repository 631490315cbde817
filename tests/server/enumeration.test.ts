// D6: nothing that is answered, nor how long it takes, tells whether there is an account.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { accounts } from '../../db/schema';
import type { Db } from '../../src/platform/database';
import { hashPassword, NOBODYS_HASH } from '../../src/platform/passwords';
import { hashToken } from '../../src/platform/tokens';
import { ACCOUNTS, FORM, PASSWORD } from '../support/accounts';
import { DOORS, newCaller, type Operation, type TestApp, testApp, through } from '../support/doors';
import { auc, chance, randomLetters, type Timings, timeInTurns } from '../support/enumeration';

/** Where a password is hashed, and where a turn costs so little that many can be taken. */
const TURNS = 60;
const CHEAP_TURNS = 400;
const WARM_UP = 5;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const password_hash = await hashPassword(PASSWORD);
  await app.context.database.db.insert(accounts).values(
    Array.from({ length: CHEAP_TURNS + WARM_UP }, (_, turn) => ({
      ...{ email: emailOf('existing', turn), username: `existing${turn}` },
      ...{ full_name: 'Anna', password_hash, is_verified: turn % 2 === 0, is_suspended: turn % 3 === 0 },
    })),
  );
});
afterAll(() => app.stop());

/** As long for both kinds; one that is not there is another each time, for registering makes it be there. */
const emailOf = (kind: keyof Timings, turn: number) =>
  `${kind === 'existing' ? 'existin' : Bun.randomUUIDv7('hex').slice(-7)}${turn}@example.se`;

const CALLS: Record<string, { operation: Operation; bodyOf: (email: string) => object; turns?: number }> = {
  login: { operation: ACCOUNTS.login, bodyOf: (email) => ({ email, password: 'Wrong2027' }) },
  // A name of its own each time, as a prober would have it: namesakes cost time of their own.
  registration: {
    operation: ACCOUNTS.register,
    bodyOf: (email) => ({ ...FORM, email, full_name: `Anna ${randomLetters()}` }),
  },
  'forgotten password': { operation: ACCOUNTS.forgot, bodyOf: (email) => ({ email }), turns: CHEAP_TURNS },
  'link to the data': {
    operation: ACCOUNTS.dataLink,
    bodyOf: (email) => ({ email }),
    turns: CHEAP_TURNS,
  },
  'link once more': { operation: ACCOUNTS.resend, bodyOf: (email) => ({ email }), turns: CHEAP_TURNS },
};

/** The headers that differ from answer to answer, whatever was asked. */
const ITS_OWN = ['x-request-id', 'date'];

for (const [name, { operation, bodyOf, turns = TURNS }] of Object.entries(CALLS)) {
  describe(name, () => {
    for (const door of DOORS) {
      test(`through ${door} is answered the same, to the byte, with and without an account`, async () => {
        const answers = new Set<string>();
        for (let turn = 0; turn < 6; turn++) {
          for (const kind of ['existing', 'missing'] as const) {
            const email = emailOf(kind, turn + (door === 'rest' ? 0 : 6));
            const { status, headers, body } = await through(app, door, operation, {
              body: bodyOf(email),
              headers: newCaller(),
            });
            const told = [...headers].filter(([header]) => !ITS_OWN.includes(header));
            answers.add(JSON.stringify([status, told, body]));
          }
        }
        expect([...answers]).toHaveLength(1);
      });
    }

    test('asks the database the same with and without an account', async () => {
      const asked: Record<string, string[]> = {};
      const { database } = app.context;
      for (const kind of ['existing', 'missing'] as const) {
        const statements: string[] = [];
        app.context.database = { ...database, db: noting(statements, database.db) };
        const body = bodyOf(emailOf(kind, 12));
        await through(app, 'rest', operation, { body, headers: newCaller() });
        asked[kind] = statements;
      }
      app.context.database = database;
      expect(asked.existing?.length).toBeGreaterThan(1);
      expect(asked.missing).toEqual(asked.existing as string[]);
    });

    test('takes the same time with and without an account', async () => {
      const timings = await timeInTurns(
        turns,
        (kind, turn) =>
          through(app, 'rest', operation, { body: bodyOf(emailOf(kind, turn)), headers: newCaller() }),
        WARM_UP,
      );
      expect(Math.abs(auc(timings) - 0.5)).toBeLessThan(chance(turns));
    });
  });
}

const fillAccountCounters = () => app.sql`insert into rate_limits (key, hits, expires_at)
    select 'sign-in-hour:member:' || id, array_fill(now(), array[100]), now() + interval '1 hour' from marketplace_users
    on conflict (key) do update set hits = excluded.hits, expires_at = excluded.expires_at`;

test('a sign-in by the other name of an account that is over its limits takes as long as an unknown name', async () => {
  await fillAccountCounters();
  const timings = await timeInTurns(TURNS, (kind, turn) => {
    const email = kind === 'existing' ? `existing${turn}` : `missing0${turn}`;
    return through(app, 'rest', ACCOUNTS.login, {
      body: { email, password: PASSWORD },
      headers: newCaller(),
    }).then(({ status }) => expect(status).toBe(401));
  });
  expect(Math.abs(auc(timings) - 0.5)).toBeLessThan(chance(TURNS));
});

test('a name over its limits takes the same time from an address that its account has logged in from', async () => {
  await fillAccountCounters();
  const now = new Date().toISOString();
  const addressOf = (turn: number) => `198.18.${turn & 255}.${turn >> 8}`;
  const rows = await app.sql<{ id: string; username: string }[]>`select id, username from marketplace_users`;
  for (const { id, username } of rows) {
    const address = addressOf(Number(username.slice('existing'.length)));
    await app.sql`insert into marketplace_login_addresses values (${id}, ${address}, ${now})`;
  }
  const names = Array.from({ length: TURNS + WARM_UP }, (_, turn) => [`existing${turn}`, `missing1${turn}`]);
  for (const name of names.flat()) {
    const hash = await hashToken(name);
    for (const who of [`member-name:${hash}`, `member:${hash}`])
      await app.sql`insert into rate_limits (key, hits, expires_at)
        values (${`sign-in-hour:${who}`}, array_fill(now(), array[100]), now() + interval '1 hour')
        on conflict (key) do update set hits = excluded.hits`;
  }
  const timings = await timeInTurns(
    TURNS,
    async (kind, turn) => {
      const email = kind === 'existing' ? `existing${turn}` : `missing1${turn}`;
      const headers = { 'x-forwarded-for': addressOf(turn) };
      const body = { email, password: 'Wrong2027' };
      expect((await through(app, 'rest', ACCOUNTS.login, { body, headers })).status).toBe(429);
    },
    WARM_UP,
  );
  expect(Math.abs(auc(timings) - 0.5)).toBeLessThan(chance(TURNS));
});

/** The same database; what kind of statement is begun on it is noted. */
function noting(statements: string[], db: Db): Db {
  return new Proxy(db, {
    get(target, key: keyof Db) {
      if (key === 'transaction') {
        const inner: Db['transaction'] = (work, options) =>
          target.transaction((db) => work(noting(statements, db) as typeof db), options);
        return inner;
      }
      if (['select', 'insert', 'update', 'delete', 'execute'].includes(key)) statements.push(key);
      const member: unknown = target[key];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

test('nobody’s hash costs what everybody’s costs', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costOf(NOBODYS_HASH)).toEqual(costOf(await hashPassword(PASSWORD)));
});
