import { expect, test } from 'bun:test';
import { asc, eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import { matchChanges } from '#src/features/watches/matching/service.ts';
import { queueNews } from '#src/features/watches/news/service.ts';
import {
  axeInBothSchemes,
  horizontalOverflow,
  type Size,
  sizes,
  tabTo,
  toast,
} from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import type { ReadMail } from '#tests/support/mails.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const makeRace = () =>
  makeEvent(site.db, { event_name: 'Nattlöpet', event_date: '2027-06-05', distances: ['10 km'] });
const pathOf = (url = '') => new URL(url).pathname;
const linkTo = (mail: ReadMail, start: string) =>
  pathOf(mail.links.find((link) => pathOf(link).startsWith(start)));
const unsubscribePath = (mail: ReadMail) => {
  const { value = '' } = mail.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
  return pathOf(/<(https?:[^>]+)>/.exec(value)?.[1]);
};

async function requestWatch(email: string, body: object): Promise<ReadMail> {
  const { status } = await site.api('POST /watches', { body: { ...body, email } });
  expect(status).toBe(200);
  return site.nextMail(email);
}

async function watch(email: string, body: object): Promise<void> {
  const token = (await requestWatch(email, body)).path.split('/').pop();
  expect((await site.api(`POST /watches/confirm/${token}`, {})).status).toBe(200);
}

async function sendNews(): Promise<void> {
  await matchChanges(site.context);
  await queueNews(site.context);
}

async function postpone(event: { id: string }, date: string): Promise<void> {
  await matchChanges(site.context);
  await site.db.update(schema.events).set({ event_date: date }).where(eq(schema.events.id, event.id));
  await sendNews();
}

const watchesOf = async (email: string) =>
  site.db
    .select({ cadence: schema.watches.cadence, paused_until: schema.watchers.paused_until })
    .from(schema.watches)
    .innerJoin(schema.watchers, eq(schema.watchers.id, schema.watches.watcher_id))
    .where(eq(schema.watchers.email, email))
    .orderBy(asc(schema.watches.number));

test.each(sizes)(
  'a visitor confirms a watch, changes and pauses it and leaves by keyboard at %s size',
  async (size: Size) => {
    const email = `vera-${size}@exempel.se`;
    const race = await makeRace();
    await watch(email, { kind: 'search', query: 'landskap=Skåne', cadence: 'weekly' });
    const mail = await requestWatch(email, { kind: 'event', event_id: race.id, cadence: 'direct' });
    const { page, finish } = await site.visit(mail.path, { size, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Bekräfta bevakningen' }).waitFor();
    await tabTo(page, /^Bekräfta bevakningen$/);
    expect(await watchesOf(email)).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bevakningen är igång' }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await tabTo(page, /^Dina bevakningar$/);
    await page.keyboard.press('Enter');
    await page.getByText(`Mejlen går till v***@exempel.se.`).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);

    await tabTo(page, /^Hur ofta: Nattlöpet$/);
    await page.keyboard.press('ArrowDown');
    await toast(page, 'Sparat: En gång om dagen');
    await tabTo(page, /^Pausa i 30 dagar$/);
    await page.keyboard.press('Enter');
    await page.getByText(/^Pausat till 14 februari 2027/).waitFor();
    expect((await watchesOf(email)).map(({ cadence }) => cadence)).toEqual(['weekly', 'daily']);
    expect((await watchesOf(email))[0]?.paused_until).not.toBeNull();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

    await tabTo(page, /^Avsluta Nattlöpet$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Avsluta bevakningen?' });
    await tabTo(page, /^Avsluta$/);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Nattlöpet' }).waitFor({ state: 'detached' });
    await tabTo(page, /^Avsluta alla$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Avsluta alla bevakningar?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Du följer ingenting.' }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await watchesOf(email)).toEqual([]);
    await finish();
  },
);

test('one-click POST ends the watches of the mail and no others, without a cookie or a redirect', async () => {
  const email = 'ett-klick@exempel.se';
  const race = await makeRace();
  await watch(email, { kind: 'event', event_id: race.id, cadence: 'direct' });
  await watch(email, { kind: 'search', query: 'landskap=Skåne', cadence: 'weekly' });
  await postpone(race, '2027-06-12');
  const path = unsubscribePath(await site.nextMail(email));
  for (let times = 0; times < 2; times++) {
    const response = await fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect((await watchesOf(email)).map(({ cadence }) => cadence)).toEqual(['weekly']);
  }
  const { page, close } = await site.visit(path);
  await page.getByRole('heading', { name: 'Avslutat' }).waitFor();
  await page.getByRole('link', { name: 'Dina andra bevakningar' }).click();
  await page.getByRole('link', { name: 'Skåne' }).waitFor();
  await close();
});

test('opening each link of the mails twice, with scripts too, changes nothing', async () => {
  const email = 'skanner@exempel.se';
  const race = await makeRace();
  await watch(email, { kind: 'event', event_id: race.id, cadence: 'direct' });
  await site.db.update(schema.watches).set({ asked_at: '2028-01-15T08:00:00.000Z' });
  const request = await requestWatch(email, { kind: 'search', query: 'q=natt', cadence: 'weekly' });
  await postpone(race, '2027-06-12');
  const news = await site.nextMail(email);
  const owner = await makeMember(site.db);
  await makeAnnouncement(site.db, {
    announcement_type: 'wanted',
    event_id: race.id,
    user_id: owner.id,
    distance: '10 km',
  });
  await matchChanges(site.context);
  await makeAnnouncement(site.db, {
    announcement_type: 'sale',
    event_id: race.id,
    user_id: (await makeMember(site.db)).id,
    distance: '10 km',
  });
  await sendNews();
  const match = await site.nextMail(owner.email);
  const paths = [
    request.path,
    linkTo(news, '/bevakning/'),
    unsubscribePath(news),
    linkTo(match, '/bevakning/annons/'),
    unsubscribePath(match),
  ];
  expect(paths.map((path) => path.replace(/[^/]+$/, ''))).toEqual([
    '/bevakning/bekrafta/',
    '/bevakning/',
    '/bevakning/avsluta/',
    '/bevakning/annons/',
    '/bevakning/avsluta/',
  ]);
  const state = async () => ({
    watches: await site.sql`select * from watches order by id`,
    watchers: await site.sql`select * from watchers order by id`,
    requests: await site.sql`select * from watch_requests order by id`,
    accounts: await site.sql`select id, match_alerts from marketplace_users order by id`,
    ads: await site.sql`select * from announcements order by id`,
  });
  const before = await state();
  const { page, close } = await site.visit('/contact');
  for (const path of [...paths, ...paths]) {
    for (const method of ['GET', 'HEAD']) expect((await fetch(site.url + path, { method })).status).toBe(200);
    await page.goto(site.url + path);
    await page
      .getByRole('button', { name: /^(Bekräfta|Avsluta|Stäng av|Fortsätt följa)/ })
      .first()
      .waitFor();
  }
  expect(await state()).toEqual(before);
  await close();
});
