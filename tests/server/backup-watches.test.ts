import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, events, watchers } from '#db/schema/index.ts';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import type { WatchList } from '#src/features/watches/contract.ts';
import { backupsOf, contentOf, type Document, wipeContent } from '#tests/support/backup.ts';
import { makeAdmin, makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller } from '#tests/support/transports.ts';
import { linkOf, watchDriver } from '#tests/support/watches.ts';

let now: Date;
const app = await appOfFile({ now: () => now });
const backups = backupsOf(app, (await makeAdmin(app.db)).headers);
const driver = watchDriver(app);

const moveTo = (id: string, event_date: string) =>
  app.db.update(events).set({ event_date }).where(eq(events.id, id));

test('after a backup is restored, its watches tell news, and the links of earlier mails work', async () => {
  now = new Date('2027-01-15T12:00:00Z');
  const event = await makeEvent(app.db, {
    event_name: 'Vasaloppet',
    event_date: '2027-03-07',
    landskap: 'Dalarna',
  });
  await driver.watchAs('vera@exempel.se', { kind: 'event', event_id: event.id });
  const search = { kind: 'search', query: 'landskap=Dalarna' } as const;
  const { manage_token } = await driver.watchAs('sven@exempel.se', search);
  await driver.forgetChanges();
  await moveTo(event.id, '2027-03-14');
  const earlierMails = await driver.news();
  expect(earlierMails.map(({ to }) => to).sort()).toEqual(['sven@exempel.se', 'vera@exempel.se']);

  await assignMissingSeries(app.context);
  const backup = await backups.export();
  await wipeContent(app.context);
  const { body } = await backups.import(backup);
  expect(body.collections.watches).toEqual({ status: 'success', count: 2 });
  expect(contentOf(await backups.export()) === contentOf(backup)).toBe(true);
  expect(await driver.news()).toEqual([]);

  now = new Date('2027-01-15T13:00:00Z');
  await moveTo(event.id, '2027-03-21');
  const mails = await driver.news();
  expect(mails.map(({ to, subject }) => [to, subject.includes('Vasaloppet')]).sort()).toEqual([
    ['sven@exempel.se', true],
    ['vera@exempel.se', true],
  ]);

  const list = () => app.api<WatchList>(`GET /watches/${manage_token}`, { headers: newCaller() });
  expect((await list()).body.watches).toHaveLength(1);
  for (const mail of earlierMails) {
    const path = `POST /watches/end/${linkOf(mail, '/bevakning/avsluta/')}`;
    expect((await app.api(path, { headers: newCaller() })).status).toBe(200);
  }
  expect((await list()).body.watches).toEqual([]);
  expect(await app.sql`select from watches`).toHaveLength(0);
});

test('an address that was erased since the backup is not restored', async () => {
  const search = { kind: 'search', query: '' } as const;
  const { manage_token } = await driver.watchAs('gun@exempel.se', search);
  await driver.watchAs('sven@exempel.se', search);
  const backup = await backups.export();
  await app.api(`DELETE /watches/${manage_token}/data`, { headers: newCaller() });
  await backups.import(backup);
  const rows = await app.sql`select email from watchers w join watches on watcher_id = w.id`;
  expect([...rows]).toEqual([{ email: 'sven@exempel.se' }]);
});

test('the watches of an address are not restored if it got an account that was deleted since the backup', async () => {
  const email = 'ulla@exempel.se';
  await driver.watchAs(email, { kind: 'search', query: '' });
  const backup = await backups.export();
  const { id } = await makeMember(app.db, { email });
  const { headers } = await makeAdmin(app.db);
  expect((await app.api(`DELETE /admin/marketplace/users/${id}`, { headers })).status).toBe(200);
  await backups.import(backup);
  expect(await app.sql`select from watchers where email = ${email}`).toHaveLength(0);
});

test('links of an address that joined an account work after a restore, and its erasure covers its earlier id', async () => {
  const email = 'maja@exempel.se';
  const { manage_token } = await driver.watchAs(email, { kind: 'search', query: 'q=vasa' });
  const earlier = await backups.export();
  await joinAccount(email);
  const backup = await backups.export();
  await wipeContent(app.context);
  await backups.import(backup);
  const list = () => app.api<WatchList>(`GET /watches/${manage_token}`, { headers: newCaller() });
  expect((await list()).body.watches).toHaveLength(1);
  await app.api(`DELETE /watches/${manage_token}/data`, { headers: newCaller() });
  await backups.import(earlier);
  expect((await list()).body.watches).toEqual([]);
  expect(await app.sql`select from watchers where email = ${email}`).toHaveLength(0);
});

test('the watches of an address that joined an account are not restored after the account was deleted', async () => {
  const email = 'nils@exempel.se';
  await driver.watchAs(email, { kind: 'search', query: '' });
  const backup = await backups.export();
  const { id } = await joinAccount(email);
  const { headers } = await makeAdmin(app.db);
  await app.api(`DELETE /admin/marketplace/users/${id}`, { headers });
  await backups.import(backup);
  expect(await app.sql`select from watchers where email = ${email}`).toHaveLength(0);
});

/** Verifies an account that watches something already. */
async function joinAccount(email: string) {
  const member = await makeMember(app.db, { email, is_verified: false });
  await app.db.insert(watchers).values({ user_id: member.id });
  await app.db.update(accounts).set({ is_verified: true }).where(eq(accounts.id, member.id));
  expect(await app.sql`select from merged_watchers`).toHaveLength(1);
  return member;
}

test('a backup of an earlier release has no watches and is imported with the default of its columns', async () => {
  const { id } = await makeMember(app.db);
  const document: Document = JSON.parse(await backups.export());
  for (const name of ['watchers', 'merged_watchers', 'watches']) delete document.collections[name];
  for (const account of document.collections.marketplace_users ?? []) delete account.match_alerts;
  const { status, body } = await backups.import(document);
  expect([status, Object.values(body.collections).filter((one) => one.status === 'error')]).toEqual([
    200,
    [],
  ]);
  expect(await app.sql`select match_alerts from marketplace_users where id = ${id}`).toMatchObject([
    { match_alerts: true },
  ]);
});
