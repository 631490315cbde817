import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, sessions } from '#db/schema/index.ts';
import { memberOf } from '#src/features/accounts/sessions/service.ts';
import {
  followConversations,
  notifyBothParties,
  notifyReader,
} from '#src/features/conversations/live/service.ts';
import type { Identify } from '#src/platform/context.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { openStream, type Stream } from '#tests/support/live.ts';
import { until } from '#tests/support/process.ts';

let app: TestApp;
let secondApp: TestApp;
beforeAll(async () => {
  app = await testApp();
  secondApp = await testApp({ on: app });
  // The first stream gets two events without ids: at once, and when the instance listens.
  for (const instance of [app, secondApp]) {
    const stream = await openStream(instance, (await newMember()).headers);
    await stream.until(() => stream.events().length === 2);
    await stream.leave();
  }
});
afterAll(async () => {
  await secondApp.stop();
  await app.stop();
});

const streams: Stream[] = [];
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.leave()));
});

async function openLiveStream(headers: Record<string, string>, instance: TestApp = app): Promise<Stream> {
  const stream = await openStream(instance, headers);
  streams.push(stream);
  return stream;
}

const newMember = () => makeMember(app.db);
const AD_ID = '01890000-0000-7000-8000-000000000001';
/** Sent after a notification that must not arrive. Once it has arrived, the notification can no longer come. */
const SENTINEL = { announcement_id: '01890000-0000-7000-8000-000000000002', other_user_id: AD_ID };

const notifyBothMembers = (member: { id: string }, otherMember: { id: string }, instance = app) =>
  instance.db.transaction((tx) => notifyBothParties(tx, AD_ID, [member.id, otherMember.id]));

/** Returns the events that name a conversation and arrive before the sentinel. */
async function readNamedEvents(stream: Stream, member: { id: string }) {
  await notifyReader(app.db, member.id, SENTINEL);
  await stream.until(() =>
    stream.named().some((event) => event.announcement_id === SENTINEL.announcement_id),
  );
  return stream.named().filter((event) => event.announcement_id !== SENTINEL.announcement_id);
}

describe('a notification', () => {
  test('reaches both parties within a second, on both instances, and nobody else', async () => {
    const [seller, buyer, stranger] = [await newMember(), await newMember(), await newMember()];
    const [sellerStream, otherSellerStream, buyerStream, strangerStream] = await Promise.all([
      openLiveStream(seller.headers),
      openLiveStream(seller.headers, secondApp),
      openLiveStream(buyer.headers),
      openLiveStream(stranger.headers),
    ]);
    await notifyBothMembers(buyer, seller);
    for (const stream of [sellerStream, otherSellerStream, buyerStream]) {
      expect(await stream.until(() => stream.named().length > 0)).toBeLessThan(1000);
    }
    for (const stream of [sellerStream, otherSellerStream]) {
      expect(stream.named()).toEqual([{ announcement_id: AD_ID, other_user_id: buyer.id }]);
    }
    expect(buyerStream.named()).toEqual([{ announcement_id: AD_ID, other_user_id: seller.id }]);
    expect(await readNamedEvents(strangerStream, stranger)).toEqual([]);
  });

  test('about a read conversation reaches the reader alone', async () => {
    const [reader, otherMember] = [await newMember(), await newMember()];
    const [readerStream, otherStream] = await Promise.all([
      openLiveStream(reader.headers),
      openLiveStream(otherMember.headers),
    ]);
    await notifyReader(app.db, reader.id, {
      announcement_id: AD_ID,
      other_user_id: otherMember.id,
    });
    expect(await readNamedEvents(otherStream, otherMember)).toEqual([]);
    expect(await readNamedEvents(readerStream, reader)).toEqual([
      { announcement_id: AD_ID, other_user_id: otherMember.id },
    ]);
  });

  test('is sent for a message, for a reply, and to the other windows of a member who opens a conversation', async () => {
    const [seller, buyer] = [await newMember(), await newMember()];
    const ad = await makeAnnouncement(app.db, { user_id: seller.id });
    const [sellerStream, buyerStream] = await Promise.all([
      openLiveStream(seller.headers, secondApp),
      openLiveStream(buyer.headers),
    ]);
    const toSeller = { announcement_id: ad.id, other_user_id: buyer.id };
    const toBuyer = { announcement_id: ad.id, other_user_id: seller.id };
    const body = { announcement_id: ad.id, message_text: 'Hej!' };
    expect((await app.api('POST /marketplace/messages', { body, headers: buyer.headers })).status).toBe(200);
    expect(await sellerStream.until(() => sellerStream.named().length > 0)).toBeLessThan(1000);
    expect(sellerStream.named()).toEqual([toSeller]);
    await buyerStream.until(() => buyerStream.named().length > 0);
    expect(buyerStream.named()).toEqual([toBuyer]);

    const path = `/marketplace/conversations/${ad.id}/${buyer.id}`;
    const openConversation = () => app.api(`GET ${path}`, { headers: seller.headers });
    expect((await openConversation()).status).toBe(200);
    await sellerStream.until(() => sellerStream.named().length > 1);
    // Nothing is unread when it is opened again, so no notification is sent.
    await openConversation();
    expect(await readNamedEvents(sellerStream, seller)).toEqual([toSeller, toSeller]);

    const reply = { body: { message_text: 'Hej själv!' }, headers: seller.headers };
    expect((await app.api(`POST ${path}/reply`, reply)).status).toBe(200);
    expect(await buyerStream.until(() => buyerStream.named().length > 1)).toBeLessThan(1000);
    expect(await readNamedEvents(buyerStream, buyer)).toEqual([toBuyer, toBuyer]);
    await sellerStream.until(() => sellerStream.named().length > 3);
    expect(sellerStream.named()).toEqual([toSeller, toSeller, SENTINEL, toSeller]);
  });

  test('is not sent when its transaction is rolled back', async () => {
    const [member, otherMember] = [await newMember(), await newMember()];
    const stream = await openLiveStream(member.headers);
    const rolledBack = app.db.transaction(async (tx) => {
      await notifyBothParties(tx, AD_ID, [member.id, otherMember.id]);
      throw new Error('No.');
    });
    expect(await rolledBack.catch((error) => error.message)).toBe('No.');
    expect(await readNamedEvents(stream, member)).toEqual([]);
  });

  test('is sent over an uncompressed stream with a header against caching', async () => {
    const stream = await openLiveStream((await newMember()).headers);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toStartWith('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('cache-control')).toMatch(/no-(store|cache)/);
  });

  test('is sent over a stream with a ping every three seconds and without a deadline', async () => {
    const [member, otherMember] = [await newMember(), await newMember()];
    const stream = await openLiveStream(member.headers);
    const pings = () => stream.received.filter(({ event }) => event === 'ping').length;
    const startedAt = performance.now();
    for (const count of [1, 2]) await stream.until(() => pings() === count, 4000);
    // The stream is older than any call may be.
    expect(performance.now() - startedAt).toBeGreaterThan(5000);
    expect(stream.isOver()).toBe(false);
    await notifyBothMembers(member, otherMember);
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
    const [member, otherMember] = [await newMember(), await newMember()];
    const stream = await openLiveStream(member.headers);
    await app.db.delete(sessions).where(eq(sessions.user_id, member.id));
    await notifyBothMembers(member, otherMember);
    await stream.until(stream.isOver, 1000);
    expect(stream.code()).toBe('request.unauthorized');
    expect(stream.named()).toEqual([]);
  });

  test('ends on a suspension even if nothing else happens', async () => {
    const { headers: _, token, ...member } = await newMember();
    let checks = 0;
    const identify: Identify = {
      member: (...args) => {
        checks++;
        return memberOf(...args);
      },
      admin: async () => undefined,
      organiser: async () => undefined,
    };
    const ctx = {
      ...app.context,
      requestId: '',
      ipAddress: '',
      userAgent: '',
      identify,
      bearer: token,
      member: member,
      disableIdleTimeout: () => {},
    };
    const stream = followConversations(ctx, undefined, { sessionCheckIntervalMs: 20 });
    expect(await stream.next()).toMatchObject({ done: false });
    const streamEnd = stream.next().catch((error) => error.code);
    await until(async () => checks > 3, 5000);
    await ctx.database.db.update(accounts).set({ is_suspended: true }).where(eq(accounts.id, member.id));
    expect(await streamEnd).toBe('request.unauthorized');
  });

  test('is rejected if the member has five others, until one of them is closed', async () => {
    const member = await newMember();
    const fiveStreams = await Promise.all(Array.from({ length: 5 }, () => openLiveStream(member.headers)));
    expect(fiveStreams.map((stream) => stream.code())).toEqual(Array(5).fill(undefined));
    const sixthStream = await openStream(app, member.headers);
    expect(sixthStream.code()).toBe('request.too_many');
    await sixthStream.over;
    expect((await openLiveStream((await newMember()).headers)).code()).toBeUndefined();
    await fiveStreams[0]?.leave();
    let replacement = await openLiveStream(member.headers);
    for (let attempt = 0; replacement.code() && attempt < 20; attempt++) {
      await Bun.sleep(50);
      replacement = await openLiveStream(member.headers);
    }
    expect(replacement.code()).toBeUndefined();
  });
});

describe('a live stream', () => {
  test('reports a gap when the listening connection was cut, and then continues', async () => {
    const [member, otherMember] = [await newMember(), await newMember()];
    const stream = await openLiveStream(member.headers);
    const loadListeners = () => app.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    const listenerPids = (await loadListeners()).map(({ pid }) => pid);
    expect(listenerPids.length).toBe(2);
    const count = stream.events().length;
    await app.sql`select pg_terminate_backend(pid) from unnest(${listenerPids}::int[]) pid`;
    await stream.until(() => stream.events().length > count, 5000);
    expect(stream.events().at(-1)).toEqual({ announcement_id: null, other_user_id: null });
    await notifyBothMembers(member, otherMember);
    await stream.until(() => stream.named().length > 0, 1000);
    expect(stream.isOver()).toBe(false);
  });

  test('ends at once when its process closes, and no new one is accepted', async () => {
    const thirdApp = await testApp({ on: app });
    const member = await newMember();
    const stream = await openStream(thirdApp, member.headers);
    thirdApp.context.notifications.close();
    await stream.until(stream.isOver, 500);
    expect(stream.code()).toBeUndefined();
    const rejectedStream = await openStream(thirdApp, member.headers);
    await rejectedStream.until(rejectedStream.isOver, 500);
    expect(rejectedStream.events()).toEqual([]);
    await thirdApp.stop();
  });
});
