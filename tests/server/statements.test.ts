import { describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { StatementByLink } from '#src/features/objections/contract.ts';
import { OBJECTION_DAYS } from '#src/features/statements/rules.ts';
import { issueStatementLink, sweepStatementLinks } from '#src/features/statements/service.ts';
import { renderMail } from '#src/platform/mail/layout.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeStatement } from '#tests/support/moderation.ts';
import { NOW, OBJECT, openStatementWorld, SITE, transport } from '#tests/support/statement-world.ts';
import { newCaller } from '#tests/support/transports.ts';

const { act, admin, app, asVisitor, composeStatement, kindsOfMails, now, setNow, storedStatements, tokenOf } =
  await openStatementWorld();

const READ = 'public.statements.get';
const INVALID_LINK = [400, 'statement.invalid', 'Länken är ogiltig eller har gått ut.'];
const REASONS = { ground: 'Regel 3 på Startplatsmarknaden', facts: 'Du krävde betalning i förskott.' };

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
  setNow(new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS - 1));
  const shown = await asVisitor<StatementByLink>(transport, READ, { token });
  expect(shown.body).toMatchObject({ ...REASONS, kind: 'account_suspended', objection: null });
  expect(JSON.stringify(shown.body)).not.toContain(statement.user_id);
  expect((await storedStatements())[0]?.objected_at).toBeNull();

  expect((await asVisitor(transport, OBJECT, { token, text: ' ' })).body).toMatchObject({
    code: 'objection.text',
  });
  const text = 'Det var inte jag.';
  const { status, body } = await asVisitor<StatementByLink>(transport, OBJECT, { token, text });
  expect([status, body.objection, body.objected_at]).toEqual([200, text, now().toISOString()]);
  expect(outcomeOf(await asVisitor(transport, OBJECT, { token, text: 'Igen' }))).toEqual([
    409,
    'statement.objected',
    'Du har redan lämnat en invändning.',
  ]);
  setNow(new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS));
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

test('the token is stored as a hash only, and expired links are swept', async () => {
  const statement = await makeStatement(app.db);
  const token = await issueStatementLink(app.context, statement.id);
  const links = await app.db.select().from(schema.statementLinks);
  expect(links.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)]);
  setNow(new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS));
  await sweepStatementLinks(app.context);
  expect(await app.db.select().from(schema.statementLinks)).toEqual([]);
});

describe('the mail of a statement', () => {
  test('to a suspended member has a link to their data that lives as long as that to object', async () => {
    const statement = await makeStatement(app.db);
    const url = (await composeStatement(statement))?.secondaryLink?.url ?? '';
    const token = url.replace(`${SITE}/marketplace/my-data/`, '');
    setNow(new Date(NOW.getTime() + OBJECTION_DAYS * DAY_MS - 1));
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
