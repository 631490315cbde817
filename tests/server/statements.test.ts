import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { AdminObjection, StatementByLink } from '#src/features/objections/contract.ts';
import { OBJECTION_DAYS, referenceOf } from '#src/features/statements/rules.ts';
import { issueStatementLink, sweepStatementLinks } from '#src/features/statements/service.ts';
import { composers } from '#src/mails.ts';
import { renderMail } from '#src/platform/mail/layout.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { queuedMails, waitForLockWaits } from '#tests/support/accounts.ts';
import { auditEntriesOf } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeStatement, OBJECTION } from '#tests/support/moderation.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'rest';

const NOW = new Date('2027-01-15T12:00:00.000Z');
const SITE = 'https://lopp.example';
const READ = 'public.statements.get';
const OBJECT = 'public.statements.object';
const DECIDE = 'admin.objections.decide';
const INVALID_LINK = [400, 'statement.invalid', 'Länken är ogiltig eller har gått ut.'];
const REASONS = { ground: 'Regel 3 på Startplatsmarknaden', facts: 'Du krävde betalning i förskott.' };

let now = NOW;
const app = await appOfFile({ now: () => now });
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  now = NOW;
  for (const table of [schema.accounts, schema.outbox, schema.auditLog]) await app.db.delete(table);
});

const storedStatements = () => app.db.select().from(schema.statements).orderBy(schema.statements.id);
const kindsOfMails = async () => (await queuedMails(app)).map(({ kind }) => kind);
const asVisitor = <Body>(transport: Transport, name: string, input: Record<string, unknown>) =>
  call<Body>(app, transport, name, { headers: newCaller() }, input);
const compose = (kind: string, about: Record<string, string>) =>
  composers[kind]?.({ ...app.context, siteUrl: SITE }, about, { attempts: 1 });
const composeStatement = ({ id, user_id }: { id: string; user_id: string }) =>
  compose('account.statement', { user_id, statement_id: id });
const tokenOf = async (statement: { id: string; user_id: string }) => {
  const url = (await composeStatement(statement))?.button.url ?? '';
  return /^https:\/\/lopp\.example\/rules\/invandning\/([\w-]{43})$/.exec(url)?.[1] ?? '';
};

const act = (name: string, input: Record<string, unknown>) => call(app, transport, name, admin, input);

test('an ad that an admin hides gets one statement, and none if it is hidden or shown again', async () => {
  const ad = await makeAnnouncement(app.db);
  const hide = { id: ad.id, is_active: false };
  for (const input of [{ ...hide, ...REASONS }, hide, { id: ad.id, is_active: true }])
    expect((await act('admin.announcements.setActive', input)).status).toBe(200);
  expect(await storedStatements()).toEqual([
    expect.objectContaining({
      ...REASONS,
      kind: 'ad_hidden',
      user_id: ad.user_id,
      order_number: ad.order_number,
      created_at: NOW.toISOString(),
    }),
  ]);
  expect(await kindsOfMails()).toEqual(['account.statement']);
});

test('an ad that an admin deletes gets a statement that outlives it', async () => {
  const ad = await makeAnnouncement(app.db);
  expect((await act('admin.announcements.delete', { id: ad.id, ...REASONS })).status).toBe(200);
  expect(await storedStatements()).toMatchObject([{ ...REASONS, kind: 'ad_deleted' }]);
});

test('a member who is suspended gets a statement, also without reasons, and one mail at the end', async () => {
  const { id } = await makeMember(app.db);
  for (const is_suspended of [true, true, false])
    expect((await act('admin.accounts.update', { id, is_suspended })).status).toBe(200);
  expect(await storedStatements()).toMatchObject([
    { kind: 'account_suspended', user_id: id, ground: null, facts: null },
  ]);
  expect(await kindsOfMails()).toEqual(['account.statement', 'account.reopened']);
});

test('reasons that are too long are refused', async () => {
  const { id } = await makeAnnouncement(app.db);
  const { body } = await act('admin.announcements.setActive', {
    id,
    is_active: false,
    facts: 'x'.repeat(5001),
  });
  expect(body).toMatchObject({ code: 'request.too_long' });
});

test('the mailed link shows the statement and takes one objection, for 183 days', async () => {
  const statement = await makeStatement(app.db, REASONS);
  const token = await tokenOf(statement);
  now = new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS - 1);
  const shown = await asVisitor<StatementByLink>(transport, READ, { token });
  expect(shown.body).toMatchObject({ ...REASONS, kind: 'account_suspended', objection: null });
  expect(JSON.stringify(shown.body)).not.toContain(statement.user_id);
  expect((await storedStatements())[0]?.objected_at).toBeNull();

  expect((await asVisitor(transport, OBJECT, { token, text: ' ' })).body).toMatchObject({
    code: 'objection.text',
  });
  const text = 'Det var inte jag.';
  const { status, body } = await asVisitor<StatementByLink>(transport, OBJECT, { token, text });
  expect([status, body.objection, body.objected_at]).toEqual([200, text, now.toISOString()]);
  expect(outcomeOf(await asVisitor(transport, OBJECT, { token, text: 'Igen' }))).toEqual([
    409,
    'statement.objected',
    'Du har redan lämnat en invändning.',
  ]);
  now = new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS);
  for (const name of [READ, OBJECT])
    expect(outcomeOf(await asVisitor(transport, name, { token, text }))).toEqual(INVALID_LINK);
});

test('an unknown token is refused', async () => {
  for (const token of ['none', 'x'.repeat(201)])
    for (const name of [READ, OBJECT])
      expect(outcomeOf(await asVisitor(transport, name, { token, text: 'x' }))).toEqual(INVALID_LINK);
});

test.each([READ, OBJECT])('%s is limited to 30 calls a minute from one IP address', async (name) => {
  const caller = { headers: newCaller() };
  const input = { token: 'none', text: 'x' };
  const statuses = [];
  for (let turn = 0; turn < 31; turn++)
    statuses.push((await call(app, transport, name, caller, input)).status);
  expect(statuses).toEqual([...Array(30).fill(400), 429]);
});

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
    now = new Date(now.getTime() + 1000);
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

test('the token is stored as a hash only, and expired links are swept', async () => {
  const statement = await makeStatement(app.db);
  const token = await issueStatementLink(app.context, statement.id);
  const links = await app.db.select().from(schema.statementLinks);
  expect(links.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)]);
  now = new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS);
  await sweepStatementLinks(app.context);
  expect(await app.db.select().from(schema.statementLinks)).toEqual([]);
});

test('of two objections at the same time one is stored', async () => {
  const token = await tokenOf(await makeStatement(app.db));
  const responses = await Promise.all(
    ['ett', 'två'].map((text) => asVisitor('rest', OBJECT, { token, text })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe('the mail of a statement', () => {
  test('to a suspended member has a link to their data that lives as long as that to object', async () => {
    const statement = await makeStatement(app.db);
    const url = (await composeStatement(statement))?.secondaryLink?.url ?? '';
    const token = url.replace(`${SITE}/marketplace/my-data/`, '');
    now = new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS - 1);
    const read = () => asVisitor('rest', 'marketplace.privacy.dataByLink', { token });
    expect((await read()).status).toBe(200);
    await app.db.update(schema.accounts).set({ is_suspended: false });
    expect((await read()).body).toMatchObject({ code: 'data_link.invalid' });
    // Composed after the suspension has ended, it links to the rules instead.
    expect((await composeStatement(statement))?.secondaryLink?.url).toBe(`${SITE}/rules`);
  });

  test('says what, why, by which rule and how to object, in this order and with the lines of the facts', async () => {
    const statement = await makeStatement(app.db, {
      ...REASONS,
      facts: 'Två köpare.\n\nBåda betalade i förskott.',
    });
    const mail = await composeStatement(statement);
    if (!mail) throw new Error('No mail');
    const { text, html } = renderMail(mail, { siteName: 'Lopp', siteUrl: SITE });
    const positions = [
      'Vi har stängt av ditt konto',
      'Händelse: Två köpare.\n  Båda betalade i förskott.\nGrund: Regel 3',
      'Inget i det var automatiserat',
      'Skriv en invändning inom sex månader',
      '/rules/invandning/',
    ].map((part) => text.indexOf(part));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions).not.toContain(-1);
    expect(html).toContain('Två köpare.<br>Båda betalade');
  });

  test('names the rules in general without reasons, and is sent to no unverified address', async () => {
    const ad = await makeAnnouncement(app.db);
    const statement = await makeStatement(app.db, {
      kind: 'ad_hidden',
      user_id: ad.user_id,
      order_number: ad.order_number,
    });
    const mail = await composeStatement(statement);
    expect(mail?.facts).toContainEqual({ label: 'Grund', value: 'Reglerna för Startplatsmarknaden' });
    expect(mail?.afterFacts?.join(' ')).toContain('Inget i det var automatiserat.');
    await app.db.update(schema.accounts).set({ is_verified: false });
    expect(await composeStatement(statement)).toBeUndefined();
  });
});

test.each(['admin.announcements.setActive', 'admin.announcements.delete'])(
  '%s waits for a deletion of the account before it locks the ad, so that the two do not deadlock',
  async (name) => {
    const ad = await makeAnnouncement(app.db);
    let acting: Promise<{ status: number }> | undefined;
    await app.sql.begin(async (tx) => {
      await tx`select from marketplace_users where id = ${ad.user_id} for update`;
      acting = call(app, 'rest', name, admin, { id: ad.id, is_active: false });
      await waitForLockWaits(app, 1);
      await tx`delete from marketplace_users where id = ${ad.user_id}`;
    });
    expect((await acting)?.status).toBe(404);
    expect(await storedStatements()).toEqual([]);
  },
);
