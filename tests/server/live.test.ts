import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, sessions } from '../../db/schema';
import { memberOf } from '../../src/features/accounts/sessions/service';
import {
  followConversations,
  notifyBothParties,
  notifyReader,
} from '../../src/features/conversations/live/service';
import type { Identify } from '../../src/platform/context';
import { type TestApp, testApp } from '../support/app';
import { makeAnnouncement, makeMember } from '../support/content';
import { openStream, type Stream } from '../support/live';
import { until } from '../support/process';

let app: TestApp;
let second: TestApp;
beforeAll(async () => {
  app = await testApp();
  second = await testApp({ on: app });
  // The first stream gets two events without ids: at once, and when the instance listens.
  for (const one of [app, second]) {
    const stream = await openStream(one, (await member()).headers);
    await stream.until(() => stream.events().length === 2);
    await stream.leave();
  }
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const streams: Stream[] = [];
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.leave()));
});

async function live(headers: Record<string, string>, on: TestApp = app): Promise<Stream> {
  const stream = await openStream(on, headers);
  streams.push(stream);
  return stream;
}

const member = () => makeMember(app.context.database.db);
const AD = '01890000-0000-7000-8000-000000000001';
/** Sent after something that must not arrive: once this has arrived, nothing else can be on its way. */
const NEXT = { announcement_id: '01890000-0000-7000-8000-000000000002', other_user_id: AD };

const notify = (one: { id: string }, other: { id: string }, on = app) =>
  on.context.database.db.transaction((tx) => notifyBothParties(tx, AD, [one.id, other.id]));

/** Only events that name a conversation. */
async function receivedBy(stream: Stream, follower: { id: string }) {
  await notifyReader(app.context.database.db, follower.id, NEXT);
  await stream.until(() => stream.named().some((event) => event.announcement_id === NEXT.announcement_id));
  return stream.named().filter((event) => event.announcement_id !== NEXT.announcement_id);
}

describe('a notification', () => {
  test('reaches both parties within a second, on both instances, and nobody else', async () => {
    const [seller, buyer, stranger] = [await member(), await member(), await member()];
    const [here, there, same, nosy] = await Promise.all([
      live(seller.headers),
      live(seller.headers, second),
      live(buyer.headers),
      live(stranger.headers),
    ]);
    await notify(buyer, seller);
    for (const stream of [here, there, same]) {
      expect(await stream.until(() => stream.named().length > 0)).toBeLessThan(1000);
    }
    for (const stream of [here, there]) {
      expect(stream.named()).toEqual([{ announcement_id: AD, other_user_id: buyer.id }]);
    }
    expect(same.named()).toEqual([{ announcement_id: AD, other_user_id: seller.id }]);
    expect(await receivedBy(nosy, stranger)).toEqual([]);
  });

  test('about a read conversation reaches the reader alone', async () => {
    const [reader, other] = [await member(), await member()];
    const [mine, theirs] = await Promise.all([live(reader.headers), live(other.headers)]);
    await notifyReader(app.context.database.db, reader.id, { announcement_id: AD, other_user_id: other.id });
    expect(await receivedBy(theirs, other)).toEqual([]);
    expect(await receivedBy(mine, reader)).toEqual([{ announcement_id: AD, other_user_id: other.id }]);
  });

  test('is sent for a message, for a reply, and to the other windows of a member who opens a conversation', async () => {
    const [seller, buyer] = [await member(), await member()];
    const ad = await makeAnnouncement(app.context.database.db, { user_id: seller.id });
    const [sellers, buyers] = await Promise.all([live(seller.headers, second), live(buyer.headers)]);
    const toSeller = { announcement_id: ad.id, other_user_id: buyer.id };
    const toBuyer = { announcement_id: ad.id, other_user_id: seller.id };
    const body = { announcement_id: ad.id, message_text: 'Hej!' };
    expect((await app.api('POST /marketplace/messages', { body, headers: buyer.headers })).status).toBe(200);
    expect(await sellers.until(() => sellers.named().length > 0)).toBeLessThan(1000);
    expect(sellers.named()).toEqual([toSeller]);
    await buyers.until(() => buyers.named().length > 0);
    expect(buyers.named()).toEqual([toBuyer]);

    const path = `/marketplace/conversations/${ad.id}/${buyer.id}`;
    const open = () => app.api(`GET ${path}`, { headers: seller.headers });
    expect((await open()).status).toBe(200);
    await sellers.until(() => sellers.named().length > 1);
    // Nothing is unread when it is opened again, so no notification is sent.
    await open();
    expect(await receivedBy(sellers, seller)).toEqual([toSeller, toSeller]);

    const reply = { body: { message_text: 'Hej själv!' }, headers: seller.headers };
    expect((await app.api(`POST ${path}/reply`, reply)).status).toBe(200);
    expect(await buyers.until(() => buyers.named().length > 1)).toBeLessThan(1000);
    expect(await receivedBy(buyers, buyer)).toEqual([toBuyer, toBuyer]);
    await sellers.until(() => sellers.named().length > 3);
    expect(sellers.named()).toEqual([toSeller, toSeller, NEXT, toSeller]);
  });

  test('is not sent when its transaction is rolled back', async () => {
    const [one, other] = [await member(), await member()];
    const stream = await live(one.headers);
    const undone = app.context.database.db.transaction(async (tx) => {
      await notifyBothParties(tx, AD, [one.id, other.id]);
      throw new Error('No.');
    });
    expect(await undone.catch((error) => error.message)).toBe('No.');
    expect(await receivedBy(stream, one)).toEqual([]);
  });

  test('comes over an uncompressed stream that proxies may not cache', async () => {
    const stream = await live((await member()).headers);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toStartWith('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('cache-control')).toMatch(/no-(store|cache)/);
  });

  test('comes over a stream that pings every three seconds and has no deadline', async () => {
    const [one, other] = [await member(), await member()];
    const stream = await live(one.headers);
    const pings = () => stream.received.filter(({ event }) => event === 'ping').length;
    const startedAt = performance.now();
    for (const count of [1, 2]) await stream.until(() => pings() === count, 4000);
    // The stream is older than any call may be.
    expect(performance.now() - startedAt).toBeGreaterThan(5000);
    expect(stream.isOver()).toBe(false);
    await notify(one, other);
    await stream.until(() => stream.named().length > 0, 1000);
  });
});

describe('a live stream', () => {
  test.each([{}, { authorization: 'Bearer dead' }])('requires a session: %p', async (headers) => {
    const stream = await openStream(app, headers as Record<string, string>);
    expect(stream.code()).toBe('request.unauthorized');
    expect(stream.events()).toEqual([]);
    await stream.over;
  });

  test('sends nothing after its session has ended', async () => {
    const [one, other] = [await member(), await member()];
    const stream = await live(one.headers);
    await app.context.database.db.delete(sessions).where(eq(sessions.user_id, one.id));
    await notify(one, other);
    await stream.until(stream.isOver, 1000);
    expect(stream.code()).toBe('request.unauthorized');
    expect(stream.named()).toEqual([]);
  });

  test('ends on a suspension even if nothing else happens', async () => {
    const { headers: _, token, ...one } = await member();
    let checks = 0;
    const identify: Identify = {
      member: (...args) => {
        checks++;
        return memberOf(...args);
      },
      admin: async () => undefined,
    };
    const ctx = { ...app.context, requestId: '', ipAddress: '', identify, bearer: token, member: one };
    const stream = followConversations(ctx, undefined, { sessionCheckIntervalMs: 20 });
    expect(await stream.next()).toMatchObject({ done: false });
    const end = stream.next().catch((error) => error.code);
    await until(async () => checks > 3, 5000);
    await ctx.database.db.update(accounts).set({ is_suspended: true }).where(eq(accounts.id, one.id));
    expect(await end).toBe('request.unauthorized');
  });

  test('is one of at most five of a member, and closing one makes room', async () => {
    const one = await member();
    const five = await Promise.all(Array.from({ length: 5 }, () => live(one.headers)));
    expect(five.map((stream) => stream.code())).toEqual(Array(5).fill(undefined));
    const sixth = await openStream(app, one.headers);
    expect(sixth.code()).toBe('request.too_many');
    await sixth.over;
    expect((await live((await member()).headers)).code()).toBeUndefined();
    await five[0]?.leave();
    let room = await live(one.headers);
    for (let tries = 0; room.code() && tries < 20; tries++) {
      await Bun.sleep(50);
      room = await live(one.headers);
    }
    expect(room.code()).toBeUndefined();
  });
});

describe('a live stream', () => {
  test('reports a gap when the listening connection was cut, and then continues', async () => {
    const [one, other] = [await member(), await member()];
    const stream = await live(one.headers);
    const listeners = () => app.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    const before = (await listeners()).map(({ pid }) => pid);
    expect(before.length).toBe(2);
    const count = stream.events().length;
    await app.sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) pid`;
    await stream.until(() => stream.events().length > count, 5000);
    expect(stream.events().at(-1)).toEqual({ announcement_id: null, other_user_id: null });
    await notify(one, other);
    await stream.until(() => stream.named().length > 0, 1000);
    expect(stream.isOver()).toBe(false);
  });

  test('ends at once when its process closes, and no new one is accepted', async () => {
    const third = await testApp({ on: app });
    const one = await member();
    const stream = await openStream(third, one.headers);
    third.context.notifications.close();
    await stream.until(stream.isOver, 500);
    expect(stream.code()).toBeUndefined();
    const rejected = await openStream(third, one.headers);
    await rejected.until(rejected.isOver, 500);
    expect(rejected.events()).toEqual([]);
    await third.stop();
  });
});
