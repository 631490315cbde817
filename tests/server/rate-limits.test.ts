import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rateLimits } from '../../db/schema';
import { sweepRateLimits, takeAttempt } from '../../src/platform/rate-limit';
import { makeMember } from '../support/content';
import { DOORS, newCaller, type Operation, type TestApp, testApp, through } from '../support/doors';
import { ageLimits } from '../support/limits';

const CONTACT: Operation = {
  rest: 'POST /contact/message',
  type: 'mutation',
  trpc: 'public.contact.sendMessage',
};
const SUBMIT: Operation = {
  rest: 'POST /events/submit',
  type: 'mutation',
  trpc: 'public.submissions.submit',
};
const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await call()).status);
  return seen;
};

for (const door of DOORS) {
  for (const [name, operation, valid] of [
    ['contact', CONTACT, MESSAGE],
    ['a proposal', SUBMIT, undefined],
  ] as const) {
    test(`${name} through ${door}: ten an hour, failed validation counts too, the eleventh is 429`, async () => {
      const headers = newCaller();
      const send = (body: unknown) => through(app, door, operation, { body, headers });
      expect(await statuses(5, () => send({}))).toEqual(Array(5).fill(400));
      expect(await statuses(5, () => send(valid ?? {}))).toEqual(Array(5).fill(valid ? 200 : 400));
      const refused = await send(valid ?? {});
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({
        detail: 'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
        code: 'request.too_many',
      });
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(3590);
      expect(wait).toBeLessThanOrEqual(3600);
    });
  }
}

test.each([
  ['IPv4', (host: number) => `192.0.2.${host}`, '198.51.100.1'],
  ['IPv6', (host: number) => `2001:db8:1:${host}::1`, '2001:db8:2::1'],
])('a network of %s does ten times as much as one address of it', async (_, addressOf, elsewhere) => {
  const send = (address: string) =>
    through(app, 'rest', CONTACT, { body: MESSAGE, headers: { 'x-forwarded-for': address } });
  for (let host = 1; host <= 20; host++)
    expect(await statuses(5, () => send(addressOf(host)))).toEqual(Array(5).fill(200));
  expect((await send(addressOf(21))).status).toBe(429);
  expect((await send(elsewhere)).status).toBe(200);
});

test('attempts over the limit do not wait for one another', async () => {
  const { sql, db } = app.context.database;
  const limit = { name: 'queue', limit: 1, seconds: 3600 };
  expect(await takeAttempt(db, limit, 'Anna')).toBe(0);
  await sql.begin(async (tx) => {
    await tx`select from rate_limits where key = 'queue:Anna' for update`;
    // Would wait for the lock, and never end.
    expect(await takeAttempt(db, limit, 'Anna')).toBeGreaterThan(0);
  });
});

test('both transports share one count, a batch counts each of its calls, and the features count apart', async () => {
  const headers = newCaller();
  await statuses(9, () => through(app, 'rest', CONTACT, { body: MESSAGE, headers }));
  const batch = async () => {
    const answer = await fetch(`${app.url}/trpc/${CONTACT.trpc},${SUBMIT.trpc}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ 0: MESSAGE, 1: {} }),
    });
    const answers = (await answer.json()) as { error?: { data: { code: string } } }[];
    return answers.map(({ error }) => error?.data.code);
  };
  expect(await batch()).toEqual([undefined, 'event.required']);
  expect(await batch()).toEqual(['request.too_many', 'event.required']);
  expect((await through(app, 'rest', SUBMIT, { body: {}, headers })).status).toBe(400);
});

test('a body that cannot be read counts too', async () => {
  const headers = newCaller();
  expect(await statuses(10, () => through(app, 'rest', CONTACT, { body: '{', headers }))).toEqual(
    Array(10).fill(400),
  );
  expect((await through(app, 'rest', CONTACT, { body: MESSAGE, headers })).status).toBe(429);
});

describe('whose attempts', () => {
  const send = (to: TestApp, forwardedFor: string) =>
    through(to, 'rest', CONTACT, { body: MESSAGE, headers: { 'x-forwarded-for': forwardedFor } });

  test('an IPv6 caller is its /64', async () => {
    const addresses = Array.from({ length: 11 }, (_, i) => `2001:db8:7:7:${i + 1}::1`);
    const seen = [];
    for (const address of addresses) seen.push((await send(app, address)).status);
    expect(seen).toEqual([...Array(10).fill(200), 429]);
    expect((await send(app, '2001:db8:7:8::1')).status).toBe(200);
  });

  test('X-Forwarded-For makes no difference when it comes from nobody that is trusted', async () => {
    const untrusting = await testApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    try {
      const seen = [];
      for (let i = 0; i < 11; i++) seen.push((await send(untrusting, `198.51.100.${i}`)).status);
      expect(seen).toEqual([...Array(10).fill(200), 429]);
    } finally {
      await untrusting.stop();
    }
  });

  test('of X-Forwarded-For the last untrusted address counts, not what the caller put before it', async () => {
    const seen = [];
    for (let i = 0; i < 11; i++) seen.push((await send(app, `198.51.100.${i}, 203.0.113.77`)).status);
    expect(seen).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('the window', () => {
  const limit = { name: 'test', limit: 3, seconds: 60 };
  const take = (who: string) => takeAttempt(app.context.database.db, limit, who);
  const age = (seconds: number) => ageLimits(app, seconds);

  test('slides: an attempt is free again when the oldest is a window old, and the answer says when', async () => {
    expect(await take('slide')).toBe(0);
    await age(40);
    expect(await take('slide')).toBe(0);
    expect(await take('slide')).toBe(0);
    expect(await take('slide')).toBe(20);
    await age(20);
    expect(await take('slide')).toBe(0);
    expect(await take('slide')).toBe(40);
  });

  test('of fifty attempts at once exactly the limit is allowed', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => take('crowd')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(waits.filter((wait) => wait > 0).every((wait) => wait >= 59 && wait <= 60)).toBe(true);
  });

  test('keys that are a window old are swept, others stay', async () => {
    for (const who of ['old', 'older', 'oldest']) await take(who);
    await age(61);
    await take('new');
    // One at a time: all that are old go, not the first lot alone.
    await sweepRateLimits(app.context.database.db, 1);
    const keys = await app.context.database.db.select({ key: rateLimits.key }).from(rateLimits);
    expect(keys.map((row) => row.key).filter((key) => key.startsWith('test:old'))).toEqual([]);
    expect(keys.map((row) => row.key)).toContain('test:new');
  });
});

test('rejects a message over the daily limit with 429, and does not count it by the minute', async () => {
  const { db } = app.context.database;
  const member = await makeMember(db);
  await app.sql`insert into rate_limits (key, hits, expires_at)
    select 'message-day:' || ${member.id}, array_fill(now(), array[500]), now() + interval '1 day'`;
  const answer = await through(
    app,
    'rest',
    { rest: 'POST /marketplace/messages', type: 'mutation', trpc: 'marketplace.conversations.send' },
    { body: {}, headers: member.headers },
  );
  expect(answer).toMatchObject({ status: 429, body: { code: 'request.too_many' } });
  expect(await app.sql`select from rate_limits where key = ${`message:${member.id}`}`).toHaveLength(0);
});
