import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { composers } from '#src/mails.ts';
import { hashToken } from '#src/platform/tokens.ts';
import {
  bearer,
  clearAccounts,
  followLink,
  newDataLinkToken,
  newMember,
  newResetToken,
  queuedMails,
  tokenOf,
} from '#tests/support/accounts.ts';
import { makeAllAccountData } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, type Transport } from '#tests/support/transports.ts';

const transport = 'trpc';

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-15T12:00:00.000Z');
const REQUEST_LINK = 'marketplace.privacy.mailLink';
const READ_DATA = 'marketplace.privacy.dataByLink';
const DELETE_ACCOUNT = 'marketplace.privacy.deleteByLink';
const INVALID_LINK = [400, 'data_link.invalid', 'Länken är ogiltig eller har gått ut.'];
const LINK_SENT = 'Om kontot är avstängt har vi skickat en länk till adressen. Den gäller i 24 timmar.';

let now = NOW;
const app = await appOfFile({ now: () => now });
beforeEach(async () => {
  now = NOW;
  await clearAccounts(app);
  for (const table of [schema.reports, schema.auditLog, schema.events, schema.deletedAccounts])
    await app.db.delete(table);
});

const callAsVisitor = (transport: Transport, name: string, input: Record<string, unknown>) =>
  call<MyData>(app, transport, name, { headers: newCaller() }, input);
const setSuspended = (id: string, is_suspended = true) =>
  app.db.update(schema.accounts).set({ is_suspended }).where(eq(schema.accounts.id, id));

const composeMail = (email: string) =>
  composers['account.data_link']?.(
    { ...app.context, siteUrl: 'https://lopp.example' },
    { email },
    { attempts: 1 },
  );

async function makeSuspendedMember() {
  const [anna, bo] = [
    await makeMember(app.db, { full_name: 'Anna Ek', email: `${Bun.randomUUIDv7()}@example.se` }),
    await makeMember(app.db, { full_name: 'Bo Ask' }),
  ];
  await makeAllAccountData(app.db, anna, bo);
  await app.db.delete(schema.outbox);
  await setSuspended(anna.id);
  return { anna, bo };
}

describe('a data link', () => {
  test('reads the data any number of times for 24 hours', async () => {
    const { anna } = await makeSuspendedMember();
    const token = await newDataLinkToken(app, anna.email);
    for (const hours of [0, 23]) {
      now = new Date(NOW.getTime() + hours * HOUR_MS);
      const { status, body } = await callAsVisitor(transport, READ_DATA, { token });
      expect(status).toBe(200);
      expect(body.account).toMatchObject({ email: anna.email, full_name: 'Anna Ek', is_suspended: true });
      expect(body.conversations).toHaveLength(2);
      expect(body.links).toContainEqual({
        purpose: 'privacy',
        created_at: NOW.toISOString(),
        expires_at: new Date(NOW.getTime() + 24 * HOUR_MS).toISOString(),
        used_at: NOW.toISOString(),
      });
      expect(JSON.stringify(body)).not.toContain(token);
      expect(JSON.stringify(body)).not.toContain(hashToken(token));
    }
    now = new Date(NOW.getTime() + 24 * HOUR_MS);
    expect(outcomeOf(await callAsVisitor(transport, READ_DATA, { token }))).toEqual(INVALID_LINK);
    expect(outcomeOf(await callAsVisitor(transport, DELETE_ACCOUNT, { token }))).toEqual(INVALID_LINK);
    expect(await app.db.select().from(schema.accounts)).toHaveLength(2);
  });

  test('deletes the account like a deletion with the password', async () => {
    const { anna, bo } = await makeSuspendedMember();
    const token = await newDataLinkToken(app, anna.email);
    expect((await callAsVisitor(transport, READ_DATA, { token })).status).toBe(200);
    expect(outcomeOf(await callAsVisitor(transport, DELETE_ACCOUNT, { token }))).toEqual([
      200,
      { message: 'Ditt konto är borttaget.' },
    ]);
    for (const name of [READ_DATA, DELETE_ACCOUNT])
      expect(outcomeOf(await callAsVisitor(transport, name, { token }))).toEqual(INVALID_LINK);
    expect((await app.db.select().from(schema.accounts)).map(({ id }) => id)).toEqual([bo.id]);
    // The other party keeps the threads, which have deals, without a name.
    const inbox = await call<{ other_user: { name: string } }[]>(
      app,
      transport,
      'marketplace.conversations.list',
      bo,
    );
    expect(inbox.body.map(({ other_user }) => other_user.name)).toEqual([
      'Tidigare medlem',
      'Tidigare medlem',
    ]);
    expect((await app.db.select().from(schema.reports)).map((report) => report.reporter_name)).toEqual([
      'Borttagen användare',
    ]);
    // This row prevents a backup from restoring the account, and records that the member deleted it.
    expect(await app.db.select().from(schema.deletedAccounts)).toMatchObject([
      { id_hash: hashToken(anna.id), by_self: true },
    ]);
  });

  test('is rejected once the suspension has ended', async () => {
    const { anna } = await makeSuspendedMember();
    const token = await newDataLinkToken(app, anna.email);
    await setSuspended(anna.id, false);
    for (const name of [READ_DATA, DELETE_ACCOUNT])
      expect(outcomeOf(await callAsVisitor(transport, name, { token }))).toEqual(INVALID_LINK);
    expect(await app.db.select().from(schema.accounts)).toHaveLength(2);
  });

  test('with an unknown or malformed token is rejected with 400', async () => {
    for (const name of [READ_DATA, DELETE_ACCOUNT])
      for (const token of ['none', 'x'.repeat(201)])
        expect(outcomeOf(await callAsVisitor(transport, name, { token }))).toEqual(INVALID_LINK);
  });

  test('does not accept the token of another link or of a session, and its token works nowhere else', async () => {
    const email = await newMember(app, { email: 'anna@example.se' });
    const sessionToken = await tokenOf(app, email);
    const resetToken = await newResetToken(app, email);
    const [account] = await app.db.select().from(schema.accounts);
    await setSuspended(account?.id ?? '');
    const token = await newDataLinkToken(app, email);
    for (const name of [READ_DATA, DELETE_ACCOUNT])
      for (const wrongToken of [sessionToken, resetToken, hashToken(token)])
        expect(outcomeOf(await callAsVisitor(transport, name, { token: wrongToken }))).toEqual(INVALID_LINK);
    await setSuspended(account?.id ?? '', false);
    expect((await call(app, transport, 'marketplace.accounts.me', { headers: bearer(token) })).status).toBe(
      401,
    );
    expect((await followLink(app, transport, 'verify', token)).status).toBe(400);
    expect(
      (await followLink(app, transport, 'reset', token, { new_password: 'Skidor2027' })).body,
    ).toMatchObject({
      code: 'reset.invalid',
    });
    expect(
      (await call(app, transport, 'marketplace.accounts.me', { headers: bearer(sessionToken) })).status,
    ).toBe(200);
  });

  test('is requested with the same response for every well-formed address', async () => {
    const { anna, bo } = await makeSuspendedMember();
    for (const email of [anna.email.toUpperCase(), bo.email, 'nobody@example.se'])
      expect(outcomeOf(await callAsVisitor(transport, REQUEST_LINK, { email }))).toEqual([
        200,
        { message: LINK_SENT },
      ]);
    for (const [email, code] of [
      ['', 'forgot.email'],
      ['anna@', 'request.email'],
    ])
      expect(outcomeOf(await callAsVisitor(transport, REQUEST_LINK, { email }))).toEqual([
        400,
        code,
        expect.any(String),
      ]);
  });
});

test('the mailed link opens the data', async () => {
  const { anna } = await makeSuspendedMember();
  await callAsVisitor('rest', REQUEST_LINK, { email: anna.email });
  expect(await queuedMails(app)).toEqual([{ kind: 'account.data_link', about: { email: anna.email } }]);
  const mail = await composeMail(anna.email);
  expect(mail).toMatchObject({ to: anna.email, name: 'Anna Ek' });
  const [, token = ''] =
    /^https:\/\/lopp\.example\/marketplace\/my-data\/([\w-]{43})$/.exec(mail?.button.url ?? '') ?? [];
  const { status, body } = await callAsVisitor('rest', READ_DATA, { token });
  expect([status, body.account.email]).toEqual([200, anna.email]);
  const storedTokens = await app.db.select().from(schema.accountTokens);
  expect(storedTokens.map(({ token_hash }) => token_hash)).toContain(hashToken(token));
  expect(JSON.stringify(storedTokens)).not.toContain(token);
});

test('no mail and no link is created for members who can log in or for unknown addresses', async () => {
  const { anna, bo } = await makeSuspendedMember();
  await setSuspended(anna.id, false);
  for (const email of [anna.email, bo.email, 'nobody@example.se'])
    expect(await composeMail(email)).toBeUndefined();
  const storedTokens = await app.db.select().from(schema.accountTokens);
  expect(storedTokens.filter(({ purpose }) => purpose === 'privacy')).toEqual([]);
});

test('the mail omits the name of a suspended member with an unverified address', async () => {
  const { anna } = await makeSuspendedMember();
  await app.db.update(schema.accounts).set({ is_verified: false }).where(eq(schema.accounts.id, anna.id));
  expect(await composeMail(anna.email)).toMatchObject({ name: '' });
});

test('at most 3 links an hour are mailed to one recipient', async () => {
  const { anna } = await makeSuspendedMember();
  for (let i = 0; i < 3; i++) expect(await composeMail(anna.email)).toBeDefined();
  expect(await composeMail(anna.email)).toBeUndefined();
});

test('two concurrent requests with the same link delete the account once', async () => {
  const { anna } = await makeSuspendedMember();
  const token = await newDataLinkToken(app, anna.email);
  const responses = await Promise.all([1, 2].map(() => callAsVisitor('rest', DELETE_ACCOUNT, { token })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a deletion by link removes the name from the audit log', async () => {
  const { anna } = await makeSuspendedMember();
  const admin = await makeAdmin(app.db);
  await call(app, 'rest', 'admin.accounts.update', admin, { id: anna.id, is_suspended: true });
  await call(app, 'rest', 'admin.accounts.update', admin, { id: anna.id, is_suspended: false });
  const loadNames = async () =>
    (await app.db.select().from(schema.auditLog)).map(({ record_name }) => record_name);
  expect(await loadNames()).toContain('Anna Ek');
  await setSuspended(anna.id);
  await callAsVisitor('rest', DELETE_ACCOUNT, { token: await newDataLinkToken(app, anna.email) });
  expect(await loadNames()).not.toContain('Anna Ek');
});
