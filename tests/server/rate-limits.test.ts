import { describe, expect, test } from 'bun:test';
import { rateLimits } from '#db/schema/index.ts';
import { sweepRateLimits, takeAttempt } from '#src/platform/limits/rate-limit.ts';
import { makeMember } from '#tests/support/content.ts';
import { ageRateLimits } from '#tests/support/limits.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import {
  callOver,
  newCaller,
  type Operation,
  type TestApp,
  TRANSPORTS,
  testApp,
} from '#tests/support/transports.ts';

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

const app = await appOfFile();

const collectStatuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const results: number[] = [];
  for (let i = 0; i < count; i++) results.push((await call()).status);
  return results;
};

for (const transport of TRANSPORTS) {
  for (const [name, operation, validBody] of [
    ['a contact message', CONTACT, MESSAGE],
    ['a submission', SUBMIT, undefined],
  ] as const) {
    test(`${name} over ${transport} is accepted ten times an hour, failed validation included, and then gets 429`, async () => {
      const headers = newCaller();
      const send = (body: unknown) => callOver(app, transport, operation, { body, headers });
      expect(await collectStatuses(5, () => send({}))).toEqual(Array(5).fill(400));
      expect(await collectStatuses(5, () => send(validBody ?? {}))).toEqual(
        Array(5).fill(validBody ? 200 : 400),
      );
      const limited = await send(validBody ?? {});
      expect(limited.status).toBe(429);
      expect(limited.body).toEqual({
        detail: 'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
        code: 'request.too_many',
      });
      const retryAfterS = Number(limited.headers.get('retry-after'));
      expect(retryAfterS).toBeGreaterThan(3590);
      expect(retryAfterS).toBeLessThanOrEqual(3600);
    });
  }
}

test.each([
  ['IPv4', (host: number) => `192.0.2.${host}`, '198.51.100.1'],
  ['IPv6', (host: number) => `2001:db8:1:${host}::1`, '2001:db8:2::1'],
])(
  'a network of %s is allowed ten times as much as one of its addresses',
  async (_, addressOf, otherNetwork) => {
    const send = (address: string) =>
      callOver(app, 'rest', CONTACT, { body: MESSAGE, headers: { 'x-forwarded-for': address } });
    for (let host = 1; host <= 20; host++)
      expect(await collectStatuses(5, () => send(addressOf(host)))).toEqual(Array(5).fill(200));
    expect((await send(addressOf(21))).status).toBe(429);
    expect((await send(otherNetwork)).status).toBe(200);
  },
);

test('attempts over the limit do not wait for each other', async () => {
  const { sql, db } = app.context.database;
  const limit = { name: 'queue', limit: 1, seconds: 3600 };
  expect(await takeAttempt(db, limit, 'Anna')).toBe(0);
  await sql.begin(async (tx) => {
    await tx`select from rate_limits where key = 'queue:Anna' for update`;
    // An attempt that needs the lock would never return.
    expect(await takeAttempt(db, limit, 'Anna')).toBeGreaterThan(0);
  });
});

test('both transports share one count, a batch counts each of its calls, and features are counted separately', async () => {
  const headers = newCaller();
  await collectStatuses(9, () => callOver(app, 'rest', CONTACT, { body: MESSAGE, headers }));
  const sendBatch = async () => {
    const response = await fetch(`${app.url}/trpc/${CONTACT.trpc},${SUBMIT.trpc}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ 0: MESSAGE, 1: {} }),
    });
    const responses = (await response.json()) as { error?: { data: { code: string } } }[];
    return responses.map(({ error }) => error?.data.code);
  };
  expect(await sendBatch()).toEqual([undefined, 'event.required']);
  expect(await sendBatch()).toEqual(['request.too_many', 'event.required']);
  expect((await callOver(app, 'rest', SUBMIT, { body: {}, headers })).status).toBe(400);
});

test('a malformed body counts towards the limit', async () => {
  const headers = newCaller();
  expect(await collectStatuses(10, () => callOver(app, 'rest', CONTACT, { body: '{', headers }))).toEqual(
    Array(10).fill(400),
  );
  expect((await callOver(app, 'rest', CONTACT, { body: MESSAGE, headers })).status).toBe(429);
});

describe('attempts', () => {
  const send = (instance: TestApp, forwardedFor: string) =>
    callOver(instance, 'rest', CONTACT, { body: MESSAGE, headers: { 'x-forwarded-for': forwardedFor } });

  test('from IPv6 are counted by /64', async () => {
    const addresses = Array.from({ length: 11 }, (_, i) => `2001:db8:7:7:${i + 1}::1`);
    const results = [];
    for (const address of addresses) results.push((await send(app, address)).status);
    expect(results).toEqual([...Array(10).fill(200), 429]);
    expect((await send(app, '2001:db8:7:8::1')).status).toBe(200);
  });

  test('from an untrusted sender are counted without X-Forwarded-For', async () => {
    const untrustingApp = await testApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    try {
      const results = [];
      for (let i = 0; i < 11; i++) results.push((await send(untrustingApp, `198.51.100.${i}`)).status);
      expect(results).toEqual([...Array(10).fill(200), 429]);
    } finally {
      await untrustingApp.stop();
    }
  });

  test('are counted for the last untrusted address in X-Forwarded-For', async () => {
    const results = [];
    for (let i = 0; i < 11; i++) results.push((await send(app, `198.51.100.${i}, 203.0.113.77`)).status);
    expect(results).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('the window', () => {
  const limit = { name: 'test', limit: 3, seconds: 60 };
  const take = (key: string) => takeAttempt(app.db, limit, key);
  const age = (seconds: number) => ageRateLimits(app, seconds);

  test('slides: an attempt is allowed when the oldest is a window old, and the time to wait is returned', async () => {
    expect(await take('slide')).toBe(0);
    await age(40);
    expect(await take('slide')).toBe(0);
    expect(await take('slide')).toBe(0);
    expect(await take('slide')).toBe(20);
    await age(20);
    expect(await take('slide')).toBe(0);
    expect(await take('slide')).toBe(40);
  });

  test('allows exactly the limit of fifty concurrent attempts', async () => {
    const waitsInSeconds = await Promise.all(Array.from({ length: 50 }, () => take('crowd')));
    expect(waitsInSeconds.filter((seconds) => seconds === 0)).toHaveLength(3);
    expect(
      waitsInSeconds.filter((seconds) => seconds > 0).every((seconds) => seconds >= 59 && seconds <= 60),
    ).toBe(true);
  });

  test('is swept of keys that are a window old, and of no others', async () => {
    for (const key of ['old', 'older', 'oldest']) await take(key);
    await age(61);
    await take('new');
    // One key at a time: the sweep must repeat until all old keys are deleted.
    await sweepRateLimits(app.db, 1);
    const keys = await app.db.select({ key: rateLimits.key }).from(rateLimits);
    expect(keys.map((row) => row.key).filter((key) => key.startsWith('test:old'))).toEqual([]);
    expect(keys.map((row) => row.key)).toContain('test:new');
  });
});

test('a message over the daily limit is rejected with 429, and not counted by the minute', async () => {
  const { db } = app;
  const member = await makeMember(db);
  await app.sql`insert into rate_limits (key, hits, expires_at)
    select 'message-day:' || ${member.id}, array_fill(now(), array[500]), now() + interval '1 day'`;
  const response = await callOver(
    app,
    'rest',
    { rest: 'POST /marketplace/messages', type: 'mutation', trpc: 'marketplace.conversations.send' },
    { body: {}, headers: member.headers },
  );
  expect(response).toMatchObject({ status: 429, body: { code: 'request.too_many' } });
  expect(await app.sql`select from rate_limits where key = ${`message:${member.id}`}`).toHaveLength(0);
});
