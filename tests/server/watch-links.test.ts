// Mail scanners open every link of a mail. Only people may confirm, end, reserve or renew something.
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, events, watches } from '#db/schema/index.ts';
import { remindOwners } from '#src/features/announcements/expiry/service.ts';
import { matchChanges } from '#src/features/watches/matching/service.ts';
import { queueNews } from '#src/features/watches/news/service.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { makeConversation } from '#tests/support/inbox.ts';
import type { ReadMail } from '#tests/support/mails.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { until } from '#tests/support/process.ts';
import { newCaller } from '#tests/support/transports.ts';

let now = new Date('2027-01-15T10:00:00Z');
const app = await appOfFile({ mail: true, now: () => now });

const VISITOR = 'besokare@exempel.se';
const DAY_MS = 86_400_000;

/** All kinds of mails about watches, and those about an ad whose links renew or end something. */
async function collectMails(): Promise<ReadMail[]> {
  const anna = await makeMember(app.db, { email: 'anna@exempel.se', created_at: '2026-01-01T00:00:00.000Z' });
  const bo = await makeMember(app.db, { email: 'bo@exempel.se' });
  const event = await makeEvent(app.db, {
    event_name: 'Vasaloppet',
    event_date: '2028-03-05',
    distances: ['90 km'],
  });
  const watchAs = (body: object, headers = {}) => app.api('POST /watches', { body, headers });
  const search = { kind: 'search', query: 'q=vasaloppet', cadence: 'direct' };

  await watchAs({ ...search, email: VISITOR });
  const first = await app.nextMail(VISITOR);
  await app.api(`POST /watches/confirm/${first.path.split('/').at(-1)}`);
  await watchAs({ ...search, email: VISITOR });
  const known = await app.nextMail(VISITOR);
  await watchAs({ kind: 'event', event_id: event.id, cadence: 'direct', email: VISITOR });
  const request = await app.nextMail(VISITOR);

  await watchAs({ kind: 'market_wanted', event_id: event.id, cadence: 'direct' }, anna.headers);
  await watchAs(search, anna.headers);
  const age = { user_id: anna.id, event_id: event.id, distance: '90 km' };
  const renewed_at = new Date(now.getTime() - 53 * DAY_MS).toISOString();
  await makeAnnouncement(app.db, { ...age, announcement_type: 'wanted', renewed_at });
  await app.db.update(events).set({ status: 'postponed' }).where(eq(events.id, event.id));
  await matchChanges(app.context);
  await queueNews(app.context);
  const postponed = await app.nextMail(VISITOR);
  await app.nextMail(anna.email);
  await app.db.update(events).set({ status: 'scheduled' }).where(eq(events.id, event.id));
  now = new Date(now.getTime() + 3_600_000);
  await makeAnnouncement(app.db, { user_id: bo.id, event_id: event.id, distance: '90 km' });
  await matchChanges(app.context);
  await queueNews(app.context);
  const match = await app.nextMail(anna.email);
  const scheduled = await app.nextMail(VISITOR);

  await remindOwners(app.context);
  const reminder = await app.nextMail(anna.email);
  const { announcement } = await makeConversation(app.db, {
    owner: bo,
    participant: anna,
    written: [{ by: anna, text: 'Hej', at: now.toISOString() }],
  });
  await app.api(`POST /marketplace/announcements/${announcement.id}/reserve`, {
    body: { other_user_id: anna.id },
    headers: bo.headers,
  });
  const reserved = await app.nextMail(anna.email);

  await app.db.update(watches).set({ renewed_at: '2025-01-01T00:00:00.000Z' });
  await sweepWatches(app.context);
  const renewal = await app.nextMail(VISITOR);
  return [first, known, request, postponed, scheduled, match, reminder, reserved, renewal];
}

const addressesIn = (mail: ReadMail): string[] => {
  const hrefs = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  return [...mail.links, ...hrefs.map((href) => href.replaceAll('&amp;', '&')), ...unsubscribeUrls(mail)];
};

const unsubscribeUrls = ({ headers }: ReadMail): string[] =>
  headers
    .filter(({ key }) => key === 'list-unsubscribe')
    .flatMap(({ value }) => value.match(/https?:[^>]+/g) ?? []);

/** The link, and what its page fetches with the token. */
function targetsOf(link: string): string[] {
  const token = /\/bevakning\/(?:\w+\/)?([\w.-]{20,})$/.exec(link)?.[1];
  const paths = token ? ['', '/data'].map((end) => `${token}${end}`) : [];
  const ofPurpose = token ? ['confirm', 'end', 'match'].map((purpose) => `${purpose}/${token}`) : [];
  return [link, ...[...paths, ...ofPurpose].map((path) => `${app.url}/api/watches/${path}`)];
}

/** Everything that a link could change. */
const readState = async () =>
  Promise.all([
    app.sql`select * from watches order by id`,
    app.sql`select * from watchers order by id`,
    app.sql`select * from watch_requests order by id`,
    app.sql`select * from watch_news order by watcher_id, subject_id, change`,
    app.sql`select * from announcements order by id`,
    app.sql`select id, match_alerts from marketplace_users order by id`,
    app.sql`select * from outbox order by id`,
  ]);

test('opening every link of every mail changes nothing, and one-click unsubscription ends the watches', async () => {
  const mails = await collectMails();
  // A mail is read before its row is deleted.
  await until(async () => (await app.sql`select from outbox`).length === 0, 5000);
  const before = await readState();
  const links = [...new Set(mails.flatMap(addressesIn))];
  const targets = [...new Set(links.flatMap(targetsOf))];
  expect(links.filter((link) => link.includes('/bevakning/')).length).toBeGreaterThanOrEqual(7);
  expect(links.some((link) => link.includes('/aktuell'))).toBe(true);
  const statuses = new Map<number, number>();
  for (const target of [...targets, ...targets])
    for (const method of ['GET', 'HEAD']) {
      const { status } = await fetch(target, { method, headers: newCaller() });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  expect(statuses.get(429)).toBeUndefined();
  expect(statuses.get(200)).toBeGreaterThan(links.length);
  expect(await readState()).toEqual(before);

  const lists = mails.flatMap(unsubscribeUrls);
  // Those of the watches, and of mails to addresses that nobody has confirmed.
  expect(lists.filter((url) => url.includes('/bevakning/'))).toHaveLength(4);
  for (const url of [...lists, ...lists]) expect(await oneClick(url)).toEqual([200, null]);
  // Of the watches, only one was in no mail.
  const left = await app.db.select({ kind: watches.kind }).from(watches);
  expect(left).toEqual([{ kind: 'market_wanted' }]);
  const [anna] = await app.db.select().from(accounts).where(eq(accounts.email, 'anna@exempel.se'));
  expect(anna?.match_alerts).toBe(false);
});

/** As mail providers do, without cookies. */
async function oneClick(url: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...newCaller() },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });
  return [response.status, response.headers.get('location')];
}
