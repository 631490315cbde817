import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { AdminObjection } from '#src/features/objections/contract.ts';
import { referenceOf } from '#src/features/statements/rules.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { auditEntriesOf } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeStatement, OBJECTION } from '#tests/support/moderation.ts';
import { NOW, OBJECT, openStatementWorld, SITE, transport } from '#tests/support/statement-world.ts';

const { act, admin, app, asVisitor, compose, kindsOfMails, now, setNow, storedStatements, tokenOf } =
  await openStatementWorld();

const DECIDE = 'admin.objections.decide';
test('admins get the objections, newest first, and decide each once', async () => {
  await makeStatement(app.db);
  const older = await makeStatement(app.db, OBJECTION);
  const newer = await makeStatement(app.db, { ...OBJECTION, objected_at: '2027-01-15T08:00:00.000Z' });
  const list = await call<AdminObjection[]>(app, transport, 'admin.objections.list', admin);
  expect(list.body.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect(list.body[0]).toMatchObject({ user: { id: newer.user_id, full_name: 'Anna Andersson' } });
  const decision = { id: newer.id, decision: 'upheld', answer: 'Vi står fast.' };
  expect((await act(DECIDE, decision)).body).toMatchObject({
    objection_decision: 'upheld',
    objection_answer: 'Vi står fast.',
    objection_decided_at: NOW.toISOString(),
  });
  expect(outcomeOf(await act(DECIDE, { ...decision, decision: 'reversed' }))).toEqual([
    409,
    'objection.decided',
    'Invändningen är redan avgjord.',
  ]);
  const [member] = await app.db.select().from(schema.accounts).where(eq(schema.accounts.id, newer.user_id));
  expect(member?.is_suspended).toBe(true);
  expect(await kindsOfMails()).toEqual(['account.objection_decided']);
  expect(await auditEntriesOf(app.db)).toEqual([['objection.uphold', `Ärende ${referenceOf(newer)}`]]);
});

test('a decision about a statement without an objection is refused', async () => {
  const { id } = await makeStatement(app.db);
  expect((await act(DECIDE, { id, decision: 'upheld' })).body).toMatchObject({
    code: 'objection.not_found',
  });
});

test('a reversed suspension ends it, with one mail', async () => {
  const { id, user_id } = await makeStatement(app.db, OBJECTION);
  expect((await act(DECIDE, { id, decision: 'reversed' })).status).toBe(200);
  expect(await app.db.select().from(schema.accounts)).toMatchObject([{ is_suspended: false }]);
  expect(await kindsOfMails()).toEqual(['account.objection_decided']);
  const mail = await compose('account.objection_decided', { user_id, statement_id: id });
  expect(mail?.button.url).toBe(`${SITE}/marketplace/login`);
});

test('a reversed suspension leaves a later one, unless that is reversed too', async () => {
  const { id: user_id } = await makeMember(app.db);
  const suspend = async () => {
    for (const is_suspended of [false, true])
      await act('admin.accounts.update', { id: user_id, is_suspended });
    setNow(new Date(now().getTime() + 1000));
  };
  for (let turn = 0; turn < 3; turn++) await suspend();
  await app.db.update(schema.statements).set(OBJECTION);
  const [first, second, third] = (await storedStatements()).map(({ id }) => id);
  const isSuspendedAfterReversing = async (id?: string) => {
    expect((await act(DECIDE, { id, decision: 'reversed' })).body).toMatchObject({
      objection_decision: 'reversed',
    });
    return (await app.db.select().from(schema.accounts))[0]?.is_suspended;
  };
  expect(await isSuspendedAfterReversing(first)).toBe(true);
  const mail = await compose('account.objection_decided', { user_id, statement_id: first ?? '' });
  expect(mail?.paragraphs.join(' ')).toContain('det ändras inte av det här svaret');
  expect(mail?.paragraphs.join(' ')).not.toContain('öppet igen');
  expect(mail?.button.url).toBe(`${SITE}/marketplace`);
  expect(await isSuspendedAfterReversing(third)).toBe(false);
  expect(await isSuspendedAfterReversing(second)).toBe(false);
});

test('a reversed hiding leaves a later one of the same ad', async () => {
  const ad = await makeAnnouncement(app.db);
  const other = await makeAnnouncement(app.db, { user_id: ad.user_id });
  const set = (id: string, is_active: boolean) => act('admin.announcements.setActive', { id, is_active });
  for (const is_active of [false, true, false]) await set(ad.id, is_active);
  await set(other.id, false);
  await app.db.update(schema.statements).set(OBJECTION);
  const [first, second] = await storedStatements();
  const isShownAfterReversing = async (id?: string) => {
    expect((await act(DECIDE, { id, decision: 'reversed' })).status).toBe(200);
    const ads = await app.db.select().from(schema.announcements);
    return ads.find((one) => one.id === ad.id)?.is_active;
  };
  expect(await isShownAfterReversing(first?.id)).toBe(false);
  expect(await isShownAfterReversing(second?.id)).toBe(true);
});

test('a reversed hiding shows the ad again, unless it is completed or gone', async () => {
  const shown = await makeAnnouncement(app.db, { is_active: false });
  const completed = await makeAnnouncement(app.db, { is_active: false, is_completed: true });
  for (const { user_id, order_number } of [shown, completed, { ...shown, order_number: 'SP-99999' }]) {
    const { id } = await makeStatement(app.db, { ...OBJECTION, kind: 'ad_hidden', user_id, order_number });
    expect((await act(DECIDE, { id, decision: 'reversed' })).status).toBe(200);
  }
  const ads = await app.db.select().from(schema.announcements).orderBy(schema.announcements.id);
  expect(ads.map(({ is_active }) => is_active)).toEqual([true, false]);
});

test('a reversed suspension leaves one that is being added at the same time', async () => {
  const { id, user_id } = await makeStatement(app.db, OBJECTION);
  let deciding: Promise<{ status: number }> | undefined;
  await app.sql.begin(async (tx) => {
    await tx`update marketplace_users set is_suspended = false where id = ${user_id}`;
    await tx`update marketplace_users set is_suspended = true where id = ${user_id}`;
    await tx`insert into statements (id, user_id, kind) values (${Bun.randomUUIDv7()}, ${user_id}, 'account_suspended')`;
    deciding = call(app, 'rest', DECIDE, admin, { id, decision: 'reversed' });
    await waitForLockWaits(app, 1);
  });
  expect((await deciding)?.status).toBe(200);
  expect(await app.db.select().from(schema.accounts)).toMatchObject([{ is_suspended: true }]);
});

test('of two objections at the same time one is stored', async () => {
  const token = await tokenOf(await makeStatement(app.db));
  const responses = await Promise.all(
    ['ett', 'två'].map((text) => asVisitor('rest', OBJECT, { token, text })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});
