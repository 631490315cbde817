import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, deletedAccounts, messages, outbox } from '#db/schema/index.ts';
import { composers } from '#src/mails.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { allRowsByTable, makeAllAccountData } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeConversation } from '#tests/support/inbox.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import { DELETE, NOT_FOUND, openUsersWorld, UNAUTHORIZED, UNKNOWN_ID } from '#tests/support/users-world.ts';

const { admin, app, secondApp } = await openUsersWorld();

test('a deletion removes all rows that depend on the account, and nothing else', async () => {
  const [cilla, david] = [await makeMember(app.db), await makeMember(app.db)];
  await makeAllAccountData(app.db, cilla, david);
  const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
  // The first call of a session stores when it was used.
  await call(app, 'rest', 'admin.accounts.list', admin);
  const rowsBefore = await allRowsByTable(app.db);
  delete rowsBefore.marketplace_users;
  delete rowsBefore.marketplace_sessions;
  const { ownReport, otherConversation, reportAbout } = await makeAllAccountData(app.db, anna, cilla);
  const { status, body } = await call(app, 'rest', DELETE, admin, { id: anna.id });
  expect([status, body]).toEqual([200, { message: 'Användare borttagen' }]);

  const rowsAfter = await allRowsByTable(app.db);
  const newRows = Object.entries(rowsAfter).flatMap(([table, rows]) =>
    rows.filter((row) => !(rowsBefore[table] ?? rows).includes(row)).map((row) => [table, JSON.parse(row)]),
  );
  // The events and Cilla's ad do not belong to Anna. Her own report stays without her name.
  const others = ['events', 'event_revisions', 'evidence', 'watch_changes'];
  expect(newRows.filter(([table]) => !others.includes(table))).toEqual([
    ['announcements', expect.objectContaining({ id: otherConversation.announcement.id, user_id: cilla.id })],
    ['audit_log', expect.objectContaining({ action: 'account.delete', record_name: 'Anna Ek' })],
    // Keeps an older backup from restoring the account.
    ['deleted_accounts', { id_hash: hashToken(anna.id), deleted_at: expect.any(String), by_self: false }],
    [
      'reports',
      expect.objectContaining({
        id: ownReport.id,
        reporter_id: null,
        reporter_name: 'Borttagen användare',
        reporter_email: null,
        reported_user_id: cilla.id,
      }),
    ],
  ]);
  const lostRows = Object.entries(rowsBefore).flatMap(([table, rows]) =>
    rows.filter((row) => !rowsAfter[table]?.includes(row)),
  );
  expect(lostRows).toEqual([]);
  expect(rowsAfter.marketplace_users).toHaveLength(2);
  expect(rowsAfter.marketplace_sessions).toHaveLength(2);
  const keptReports = newRows.flatMap(([table, row]) => (table === 'evidence' ? [row.report_id] : []));
  expect(keptReports.sort()).toEqual([reportAbout.id, ownReport.id].sort());
  // No other table contains her id or address. The evidence of the report about her has the address.
  const { audit_log: _, evidence, ...otherTables } = rowsAfter;
  for (const trace of [anna.id, anna.email]) expect(JSON.stringify(otherTables)).not.toContain(trace);
  expect(JSON.stringify(evidence)).not.toContain(anna.id);
  expect(outcomeOf(await call(secondApp, 'rest', 'marketplace.accounts.me', anna))).toEqual(UNAUTHORIZED);
  expect(outcomeOf(await call(app, 'rest', DELETE, admin, { id: anna.id }))).toEqual(NOT_FOUND);
});

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
