import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, deletedAccounts, messages, outbox } from '#db/schema/index.ts';
import { composers } from '#src/mails.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { makeAllAccountData } from '#tests/support/admin-market.ts';
import { call } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeConversation } from '#tests/support/inbox.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import { DELETE, openUsersWorld, UNKNOWN_ID } from '#tests/support/users-world.ts';

const { admin, app, secondApp } = await openUsersWorld();

test('the deletion of a member notifies the other parties of their conversations', async () => {
  const [anna, bo, cilla] = [await makeMember(app.db), await makeMember(app.db), await makeMember(app.db)];
  await makeConversation(app.db, { owner: anna, participant: bo, written: [] });
  await makeConversation(app.db, { owner: cilla, participant: anna, written: [] });
  const streams = await Promise.all([bo, cilla].map((caller) => openStream(secondApp, caller.headers)));
  await Bun.sleep(300);
  const eventCountsBefore = streams.map((stream) => stream.events().length);
  await call(app, 'rest', DELETE, admin, { id: anna.id });
  for (const [index, stream] of streams.entries()) {
    await stream.until(() => stream.events().length > (eventCountsBefore[index] ?? 0), 2000);
    await stream.leave();
  }
});

test('concurrent deletions of members who wrote to each other do not deadlock', async () => {
  for (let round = 0; round < 3; round++) {
    const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(app.db)));
    for (const owner of members) {
      for (const participant of members.filter((member) => member !== owner)) {
        await makeConversation(app.db, {
          owner,
          participant,
          written: [
            { by: participant, text: 'Hej', at: '2027-01-10T08:00:00Z' },
            { by: owner, text: 'Hej hej', at: '2027-01-10T09:00:00Z' },
          ],
        });
      }
    }
    const responses = await Promise.all(
      members.map(({ id }, index) =>
        call(index % 2 ? app : secondApp, TRANSPORTS[index % 2] ?? 'rest', DELETE, admin, { id }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await app.db.select().from(accounts)).toEqual([]);
  }
});

test('a message sent while a member is deleted is stored before the deletion, or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
    const ad = await makeAnnouncement(app.db, { user_id: anna.id });
    const message = { announcement_id: ad.id, message_text: 'Hej' };
    const [deletion, sendResponse] = await Promise.all([
      call(app, 'rest', DELETE, admin, { id: anna.id }),
      call(secondApp, 'trpc', 'marketplace.conversations.send', bo, message),
    ]);
    expect(deletion.status).toBe(200);
    expect([200, 404]).toContain(sendResponse.status);
    expect(await app.db.select().from(messages)).toEqual([]);
  }
});

test('a deletion records the hash of the id and the time, whatever the case of the id', async () => {
  const anna = await makeMember(app.db);
  await call(app, 'rest', DELETE, admin, { id: anna.id.toUpperCase() });
  const deletions = await app.db
    .select()
    .from(deletedAccounts)
    .where(eq(deletedAccounts.id_hash, hashToken(anna.id)));
  expect(deletions.map(({ deleted_at }) => deleted_at)).toEqual(['2027-01-15T08:00:00.000Z']);
});

test('a deletion is rolled back when its audit entry fails, and a backup can still restore the account', async () => {
  const anna = await makeMember(app.db);
  await app.sql`alter table audit_log add constraint no_more check (action <> 'account.delete')`;
  try {
    expect((await call(app, 'rest', DELETE, admin, { id: anna.id })).status).toBe(500);
  } finally {
    await app.sql`alter table audit_log drop constraint no_more`;
  }
  expect((await call(app, 'rest', 'marketplace.accounts.me', anna)).status).toBe(200);
  const hash = hashToken(anna.id);
  expect(await app.db.select().from(deletedAccounts).where(eq(deletedAccounts.id_hash, hash))).toEqual([]);
});

const FIRST_ATTEMPT = { attempts: 1 };

test('no mail is composed for a member deleted after the mail was claimed for sending', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const { ownConversation } = await makeAllAccountData(app.db, anna, bo);
  const orders = await app.db.select().from(outbox);
  expect(orders).toHaveLength(3);
  await call(app, 'rest', DELETE, admin, { id: anna.id });
  expect(await app.db.select().from(outbox)).toEqual([]);
  const ctx = { ...app.context, siteUrl: app.url };
  for (const { kind, about } of orders)
    expect(await composers[kind]?.(ctx, about, FIRST_ATTEMPT)).toBeUndefined();
  for (const kind of ['account.resend', 'account.exists', 'account.reset', 'account.data_link']) {
    expect(await composers[kind]?.(ctx, { email: anna.email }, FIRST_ATTEMPT)).toBeUndefined();
  }
  const about = { conversation_id: ownConversation.conversation.id, receiver_id: bo.id };
  expect(await composers['conversation.message']?.(ctx, about, FIRST_ATTEMPT)).toBeUndefined();
});

test('a mail about a submission is still sent to the address of a deleted member', async () => {
  const anna = await makeMember(app.db);
  const about = { submission_id: UNKNOWN_ID, email: anna.email, event_name: 'Loppet' };
  await app.db.insert(outbox).values([
    { kind: 'submission.rejected', about },
    { kind: 'account.reset', about: { email: anna.email } },
  ]);
  await call(app, 'rest', DELETE, admin, { id: anna.id });
  expect((await app.db.select().from(outbox)).map(({ kind }) => kind)).toEqual(['submission.rejected']);
});

test('the user name and the address of a deleted member can be registered again', async () => {
  const register = () =>
    call(
      app,
      'rest',
      'marketplace.accounts.register',
      { headers: newCaller() },
      {
        email: 'anna.ek@example.se',
        full_name: 'Anna Ek',
        phone_number: '1',
        password: 'Loppet2027',
        confirm_password: 'Loppet2027',
      },
    );
  await register();
  const [firstAccount] = await app.db.select().from(accounts);
  await call(app, 'rest', DELETE, admin, { id: firstAccount?.id });
  expect((await register()).status).toBe(200);
  const [secondAccount] = await app.db.select().from(accounts);
  expect([secondAccount?.username, secondAccount?.id === firstAccount?.id]).toEqual(['anna.ek', false]);
});
