import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { WatchesByLink, WatchesOfMail } from '#src/features/watches/contract.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { composers } from '#src/mails.ts';
import { NotYet } from '#src/platform/mail.ts';
import { formatPrice } from '#src/shared/text.ts';
import { testApp } from '#tests/support/app.ts';
import { makeAdmin, makeAnnouncement, makeEvent, makeMember, makeSeries } from '#tests/support/content.ts';
import { linkOf, type NewWatch, SITE, watchDriver } from '#tests/support/watches.ts';

/** A Friday, 12:00 in Stockholm. */
const NOON = new Date('2027-01-15T11:00:00Z');
const EMAIL = 'vera@exempel.se';

let now = NOON;
const db = () => app.context.database.db;
const app = await testApp({ now: () => now });
const driver = watchDriver(app);
afterAll(() => app.stop());
beforeEach(async () => {
  now = NOON;
  const { watchers, watchRequests, watchDays, outbox, rateLimits, accounts, events } = schema;
  for (const table of [watchers, watchRequests, watchDays, outbox, rateLimits, accounts, events])
    await db().delete(table);
  await driver.forgetChanges();
});

const at = (instant: string) => {
  now = new Date(instant);
};
const inMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

type EventRow = Parameters<typeof makeEvent>[1];
type Change = Partial<typeof schema.events.$inferInsert>;

/** An event that nobody has heard of. */
async function oldEvent(row: EventRow = {}) {
  const event = await makeEvent(db(), { event_name: 'Vasaloppet', event_date: '2027-03-07', ...row });
  await driver.forgetChanges();
  return event;
}

const change = (id: string, values: Change) =>
  db().update(schema.events).set(values).where(eq(schema.events.id, id));

const watch = async (target: NewWatch, email = EMAIL) => {
  await driver.watchAs(email, target);
};

const subjects = async () => (await driver.news()).map(({ subject }) => subject);

describe('a search', () => {
  test.each<[string, NewWatch['query'], EventRow, boolean]>([
    ['sport', 'sport=OCR', { sport_type: 'OCR' }, true],
    ['another sport', 'sport=OCR', { sport_type: 'Löpning' }, false],
    ['landskap', 'landskap=Dalarna', { landskap: 'Dalarna' }, true],
    ['another landskap', 'landskap=Dalarna', { landskap: 'Skåne' }, false],
    ['part of a word', 'q=vasa', { event_name: 'Tjejvasan' }, true],
    ['words in several fields, in any order', 'q=mora+vasaloppet', { ort: 'Mora' }, true],
    ['a short word', 'q=5', { distances: ['5 km'] }, true],
    ['a word that is only spelled alike', 'q=vasalopet', {}, false],
    ['all races', '', {}, true],
    ['a period', 'from=2027-03-01&to=2027-03-31', {}, true],
    ['another period', 'from=2027-04-01', {}, false],
    ['a length', 'distance_min=80&distance_max=100', { distances: ['90 km'] }, true],
    ['another length', 'distance_min=80', { distances: ['10 km'] }, false],
    [
      'a place nearby',
      'near=Mora&within=10',
      { latitude: 61.0, longitude: 14.53, place_source: 'admin' },
      true,
    ],
    [
      'a place far away',
      'near=Mora&within=10',
      { latitude: 59.3, longitude: 18, place_source: 'admin' },
      false,
    ],
    ['a race without a place', 'near=Mora&within=10', {}, false],
    ['an open registration', 'registration=open', { registration_closes_on: '2027-02-01' }, true],
    ['a race in the past', 'q=vasa', { event_date: '2027-01-14' }, false],
    ['a cancelled race', 'q=vasa', { status: 'cancelled' }, false],
  ])('for %s: %p', async (_, query, row, isNews) => {
    await watch({ kind: 'search', query });
    await makeEvent(db(), { event_name: 'Vasaloppet', event_date: '2027-03-07', ...row });
    const name = row?.event_name ?? 'Vasaloppet';
    expect(await subjects()).toEqual(isNews ? [`Nytt lopp: ${name}, 7 mars 2027`] : []);
  });

  test('tells of an event that enters it by an edit, once', async () => {
    const { id } = await oldEvent({ landskap: 'Skåne' });
    await watch({ kind: 'search', query: 'landskap=Dalarna' });
    const heard: string[][] = [];
    for (const landskap of ['Dalarna', 'Skåne', 'Dalarna']) {
      await change(id, { landskap });
      heard.push(await subjects());
      inMinutes(31);
    }
    expect(heard).toEqual([['Nytt lopp: Vasaloppet, 7 mars 2027'], [], []]);
  });

  test.each<[string, Change, string[]]>([
    ['is cancelled', { status: 'cancelled' }, ['Inställt: Vasaloppet']],
    ['gets a new date', { event_date: '2027-03-14' }, ['Nytt datum: Vasaloppet, 14 mars 2027']],
    ['is moved out of the period', { event_date: '2027-05-14' }, ['Nytt datum: Vasaloppet, 14 maj 2027']],
    ['gets another registration', { sold_out: true, registration_closes_on: '2027-02-01' }, []],
    ['gets another organizer', { organizer: 'Mora IK' }, []],
  ])('tells of an event in it that %s', async (_, values, expected) => {
    const { id } = await oldEvent();
    await watch({ kind: 'search', query: 'from=2027-03-01&to=2027-03-31' });
    await change(id, values);
    expect(await subjects()).toEqual(expected);
  });

  test('for races with an open registration tells on the morning when one opens', async () => {
    await oldEvent({ registration_opens_on: '2027-01-18' });
    await watch({ kind: 'search', query: 'registration=open' });
    const heard: string[][] = [];
    for (const day of ['17', '18', '19']) {
      at(`2027-01-${day}T06:00:00Z`);
      heard.push(await subjects());
    }
    expect(heard).toEqual([[], ['Nytt lopp: Vasaloppet, 7 mars 2027'], []]);
  });
});

describe('a race', () => {
  test('tells of its registration the day before and on the day itself, at 07:00, also a weekly watcher', async () => {
    const { id } = await oldEvent({ registration_opens_on: '2027-01-20' });
    await watch({ kind: 'event', event_id: id, cadence: 'weekly' });
    const heard: string[] = [];
    for (let hour = 0; hour < 24 * 7; hour++) {
      for (const subject of await subjects()) heard.push(`${now.toISOString().slice(0, 13)} ${subject}`);
      inMinutes(60);
    }
    expect(heard).toEqual([
      '2027-01-19T06 Anmälan till Vasaloppet öppnar i morgon',
      '2027-01-20T06 Anmälan till Vasaloppet är öppen',
    ]);
  });

  test('tells of an opening once, whoever brings it about', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    await change(id, { registration_opens_on: '2027-01-16' });
    expect(await subjects()).toEqual(['Anmälan till Vasaloppet öppnar i morgon']);
    at('2027-01-16T06:00:00Z');
    expect(await subjects()).toEqual(['Anmälan till Vasaloppet är öppen']);
    inMinutes(60);
    expect(await subjects()).toEqual([]);
  });

  test('an opening that was missed is told when the product is back, after 07:00', async () => {
    const { id } = await oldEvent({ registration_opens_on: '2027-01-17' });
    await watch({ kind: 'event', event_id: id });
    expect(await subjects()).toEqual([]);
    at('2027-01-19T05:59:00Z');
    expect(await subjects()).toEqual([]);
    inMinutes(2);
    expect(await subjects()).toEqual(['Anmälan till Vasaloppet är öppen']);
  });

  test.each([
    ['2027-01-23', ['Anmälan till Vasaloppet är öppen']],
    ['2027-01-22', []],
  ])('an opening on %s that was missed is mailed on 30 January: %p', async (opens, expected) => {
    const { id } = await oldEvent({ registration_opens_on: opens });
    await watch({ kind: 'event', event_id: id });
    expect(await subjects()).toEqual([]);
    at('2027-01-30T06:00:00Z');
    expect(await subjects()).toEqual(expected);
  });

  test.each<[string, Change[], string[]]>([
    ['sold out', [{ sold_out: true }], ['Fulltecknat: Vasaloppet']],
    [
      'free places again',
      [{ sold_out: true }, { sold_out: false }],
      ['Fulltecknat: Vasaloppet', 'Platser igen: Vasaloppet'],
    ],
    [
      'a later last day',
      [{ registration_closes_on: '2027-02-10' }],
      ['Anmälan till Vasaloppet är öppen till 10 feb'],
    ],
    [
      'postponed and planned again',
      [{ status: 'postponed' }, { status: 'scheduled' }],
      ['Framflyttat: Vasaloppet', 'Blir av som planerat: Vasaloppet'],
    ],
    ['another name', [{ event_name: 'Vasan' }], []],
  ])('tells: %s', async (_, changes, expected) => {
    const { id } = await oldEvent({ registration_closes_on: '2027-02-01' });
    await watch({ kind: 'event', event_id: id });
    const heard: string[] = [];
    for (const values of changes) {
      await change(id, values);
      heard.push(...(await subjects()));
      inMinutes(31);
    }
    expect(heard).toEqual(expected);
  });

  test('that was postponed tells of the new date when the old one has passed', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    await change(id, { status: 'postponed' });
    expect(await subjects()).toEqual(['Framflyttat: Vasaloppet']);
    at('2027-06-01T10:00:00Z');
    await sweepWatches(app.context);
    await change(id, { status: 'scheduled', event_date: '2027-09-05' });
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 5 sep. 2027']);
  });

  test('a series tells of the next edition, and of its date', async () => {
    const { id: series_id } = await makeSeries(db());
    await oldEvent({ series_id });
    await watch({ kind: 'series', series_id });
    const { id } = await makeEvent(db(), { event_name: 'Vasaloppet', event_date: '2028-03-05', series_id });
    expect(await subjects()).toEqual(['Nytt lopp: Vasaloppet, 5 mars 2028']);
    inMinutes(31);
    await change(id, { event_date: '2028-03-12' });
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 12 mars 2028']);
  });
});

test('watches of a series that is merged into another go on there, those of both as one', async () => {
  const [from, into] = [await makeSeries(db()), await makeSeries(db())];
  await oldEvent({ series_id: into.id });
  await watch({ kind: 'series', series_id: from.id });
  for (const { id } of [from, into]) await watch({ kind: 'series', series_id: id }, 'otto@exempel.se');
  const { headers } = await makeAdmin(db());
  const { status } = await app.api(`POST /admin/series/${from.id}/merge`, {
    headers,
    body: { into: into.id },
  });
  expect(status).toBe(200);
  await driver.forgetChanges();
  await makeEvent(db(), { event_name: 'Vasaloppet', event_date: '2028-03-05', series_id: into.id });
  expect((await driver.news()).map(({ to }) => to).sort()).toEqual(['otto@exempel.se', EMAIL]);
});

describe('a digest', () => {
  test.each([
    ['direct', '2027-01-15T11:00:00Z'],
    ['daily', '2027-01-16T06:00:00Z'],
    ['weekly', '2027-01-18T06:00:00Z'],
  ] as const)('is sent %s at %p', async (cadence, when) => {
    await watch({ kind: 'search', query: '', cadence });
    await makeEvent(db(), { event_date: '2027-03-07' });
    const due = new Date(when);
    if (cadence !== 'direct') {
      expect(await subjects()).toEqual([]);
      now = new Date(due.getTime() - 1000);
      expect(await subjects()).toEqual([]);
    }
    now = due;
    expect(await subjects()).toHaveLength(1);
  });

  test('in winter and summer time alike, and never between 21 and 07', async () => {
    for (const [change, sent] of [
      ['2027-03-27T20:00:00Z', '2027-03-28T05:00:00Z'],
      ['2027-10-30T19:00:00Z', '2027-10-31T06:00:00Z'],
    ] as const) {
      at(change);
      await watch({ kind: 'search', query: '' }, `${sent}@exempel.se`.replaceAll(':', ''));
      await makeEvent(db(), { event_date: '2028-03-07' });
      now = new Date(Date.parse(sent) - 1000);
      expect(await subjects()).toEqual([]);
      at(sent);
      expect((await subjects()).length).toBeGreaterThan(0);
    }
  });

  test('tells each news once, however many watches it matches, at the time of the fastest', async () => {
    const { id } = await oldEvent({ landskap: 'Dalarna' });
    await watch({ kind: 'event', event_id: id, cadence: 'weekly' });
    await watch({ kind: 'search', query: 'landskap=Dalarna', cadence: 'daily' });
    await watch({ kind: 'search', query: 'q=vasa' });
    await change(id, { event_date: '2027-03-14' });
    const [mail, ...others] = await driver.news();
    expect(others).toEqual([]);
    expect(mail?.notes.join()).toContain('Vasaloppet; Lopp i Dalarna; Lopp, ”vasa”');
    at('2027-01-18T07:00:00Z');
    expect(await subjects()).toEqual([]);
  });

  test('tells what changed several times once, in its final state, and nothing of what changed back', async () => {
    const [moved, restored] = [await oldEvent(), await oldEvent({ event_name: 'Lidingöloppet' })];
    await watch({ kind: 'search', query: '', cadence: 'daily' });
    for (const event_date of ['2027-03-08', '2027-03-09']) {
      await change(moved.id, { event_date });
      await change(restored.id, { event_date });
      await driver.news();
    }
    await change(restored.id, { event_date: '2027-03-07' });
    at('2027-01-16T06:00:00Z');
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 9 mars 2027']);
  });

  test('does not repeat what an earlier mail told, because it was composed late', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    for (const event_date of ['2027-03-14', '2027-03-21']) {
      await change(id, { event_date });
      await driver.queue();
      inMinutes(31);
    }
    const mails = await driver.compose('watch.news');
    expect(mails.map(({ subject }) => subject)).toEqual(['Nytt datum: Vasaloppet, 21 mars 2027']);
  });

  test('leaves 30 minutes between two mails to an address', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    expect(await subjects()).toHaveLength(1);
    inMinutes(10);
    await change(id, { event_date: '2027-03-21' });
    expect(await subjects()).toEqual([]);
    inMinutes(19);
    expect(await subjects()).toEqual([]);
    inMinutes(1);
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 21 mars 2027']);
  });

  test('mails that waited for the mail server leave 30 minutes apart too', async () => {
    const races = [await oldEvent(), await oldEvent({ event_name: 'Lidingöloppet' })];
    for (const { id } of races) await watch({ kind: 'event', event_id: id });
    for (const { id } of races) {
      await change(id, { status: 'cancelled' });
      await driver.queue();
      inMinutes(31);
    }
    const heard: string[][] = [];
    for (const minutes of [29, 1, 0]) {
      heard.push((await driver.compose('watch.news')).map(({ subject }) => subject));
      inMinutes(minutes);
    }
    expect(heard).toEqual([['Inställt: Vasaloppet'], [], ['Inställt: Lidingöloppet']]);
  });

  test('a mail that was queued in the evening waits until 07:00', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    const [queued] = await db().select().from(schema.outbox);
    const compose = () =>
      composers['watch.news']?.({ ...app.context, siteUrl: SITE }, queued?.about ?? {}, { attempts: 1 });
    at('2027-01-15T20:00:00Z');
    const error = await compose()?.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NotYet);
    expect((error as NotYet).until).toEqual(new Date('2027-01-16T06:00:00Z'));
  });

  test('a mail that waits until the morning is held back by a pause that begins meanwhile', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    const [queued] = await db().select().from(schema.outbox);
    await app.api(`POST /watches/${manage_token}/pause`);
    at('2027-01-16T06:00:00Z');
    const context = { ...app.context, siteUrl: SITE };
    const mail = await composers['watch.news']?.(context, queued?.about ?? {}, { attempts: 2 });
    expect(mail).toBeUndefined();
  });

  test('has 20 items and says how many there are besides', async () => {
    await watch({ kind: 'search', query: '', cadence: 'daily' });
    for (let index = 0; index < 22; index++) await makeEvent(db(), { event_date: '2027-03-07' });
    await driver.news();
    at('2027-01-16T06:00:00Z');
    const [mail] = await driver.news();
    expect(mail?.sections?.flatMap(({ items }) => items)).toHaveLength(20);
    expect(mail?.afterFacts).toEqual(['Och 2 till.']);
  });

  test('holds back what comes up during a pause until it ends', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await app.api(`POST /watches/${manage_token}/pause`);
    await change(id, { event_date: '2027-03-14' });
    inMinutes(29 * 24 * 60);
    expect(await subjects()).toEqual([]);
    inMinutes(24 * 60);
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 14 mars 2027']);
  });

  test('a pause can be ended early, and holds back a mail that is queued', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    await app.api(`POST /watches/${manage_token}/pause`);
    expect(await driver.compose('watch.news')).toEqual([]);
    inMinutes(60);
    await app.api(`POST /watches/${manage_token}/pause`, { body: { paused: false } });
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 14 mars 2027']);
  });

  test('says nothing to those who have left, also if their mail is queued', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    await app.api(`DELETE /watches/${manage_token}`);
    expect(await driver.compose('watch.news')).toEqual([]);
  });

  test('is queued although many earlier ones are deferred by their mail server', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    const deferred = { kind: 'watch.news', about: {}, refusals: 1 };
    await db()
      .insert(schema.outbox)
      .values(Array.from({ length: 400 }, () => deferred));
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    expect(await db().select().from(schema.outbox)).toHaveLength(401);
  });

  test('two instances queue each news once', async () => {
    for (let index = 0; index < 20; index++)
      await watch({ kind: 'search', query: '' }, `w${index}@exempel.se`);
    await makeEvent(db(), { event_date: '2027-03-07' });
    await Promise.all([driver.queue(), driver.queue(), driver.queue()]);
    expect(await driver.compose('watch.news')).toHaveLength(20);
  });
});

describe('ads', () => {
  const SALE = { announcement_type: 'sale', distance: '90 km', price: 1500 } as const;
  const titles = async () => (await driver.news()).map(({ to, subject }) => `${to} ${subject}`);
  const NEWS = `${EMAIL} Ny annons: Vasaloppet 90 km, ${formatPrice(1500)}`;

  async function race() {
    const { id: series_id } = await makeSeries(db());
    const event = await oldEvent({ series_id, distances: ['90 km', '45 km'] });
    const seller = await makeMember(db(), { email: 'saljare@exempel.se' });
    return { event_id: event.id, series_id, seller };
  }

  async function makeAd(row: Parameters<typeof makeAnnouncement>[1]) {
    return makeAnnouncement(db(), {
      ...SALE,
      created_at: now.toISOString(),
      renewed_at: now.toISOString(),
      ...row,
    });
  }

  test.each<[string, Partial<NewWatch>, boolean]>([
    ['the race', {}, true],
    ['its distance, spelled differently', { distance: '90km' }, true],
    ['another distance', { distance: '45 km' }, false],
    ['a price up to this one', { max_price: 1500 }, true],
    ['a lower price', { max_price: 1499 }, false],
    ['a higher price', { min_price: 1501 }, false],
    ['wanted places', { kind: 'market_wanted' }, false],
  ])('a new one is news for those who watch %s: %p', async (_, watched, isNews) => {
    const { event_id, seller } = await race();
    await watch({ kind: 'market_sale', event_id, ...watched });
    await makeAd({ event_id, user_id: seller.id });
    expect(await titles()).toEqual(isNews ? [NEWS] : []);
  });

  test('a new one is news for those who watch the series', async () => {
    const { event_id, series_id, seller } = await race();
    await watch({ kind: 'market_sale', series_id });
    await makeAd({ event_id, user_id: seller.id });
    expect(await titles()).toEqual([NEWS]);
  });

  test('one is news when its price comes within the range, once', async () => {
    const { event_id, seller } = await race();
    await watch({ kind: 'market_sale', event_id, max_price: 1500 });
    await watch({ kind: 'market_sale', event_id }, 'alla@exempel.se');
    const { id } = await makeAd({ event_id, user_id: seller.id, price: 2000 });
    expect((await titles()).length).toBe(1);
    const heard: string[] = [];
    for (const price of [1500, 1600, 1500]) {
      inMinutes(31);
      await db().update(schema.announcements).set({ price }).where(eq(schema.announcements.id, id));
      heard.push(...(await titles()));
    }
    expect(heard).toEqual([NEWS]);
  });

  test('one that is renewed on the morning after its last day is news', async () => {
    const { event_id, seller } = await race();
    await change(event_id, { event_date: '2027-06-06' });
    at('2027-01-15T20:00:00+01:00');
    const { id } = await makeAd({ event_id, user_id: seller.id });
    await driver.forgetChanges();
    await watch({ kind: 'market_sale', event_id });
    at('2027-03-16T09:00:00+01:00');
    await db()
      .update(schema.announcements)
      .set({ renewed_at: now.toISOString() })
      .where(eq(schema.announcements.id, id));
    expect(await titles()).toEqual([NEWS]);
  });

  test('two are one mail', async () => {
    const { event_id, seller } = await race();
    await watch({ kind: 'market_sale', event_id });
    for (const price of [1500, 1600]) await makeAd({ event_id, user_id: seller.id, price });
    expect(await titles()).toEqual([`${EMAIL} 2 nya annonser: Vasaloppet 90 km`]);
  });

  test('one that is reserved when the mail is composed is news when it is free again', async () => {
    const { event_id, seller } = await race();
    const buyer = await makeMember(db());
    await watch({ kind: 'market_sale', event_id });
    const { id } = await makeAd({ event_id, user_id: seller.id });
    await driver.queue();
    const reserve = (reserved_for: string | null) =>
      db()
        .update(schema.announcements)
        .set({ reserved_for, reserved_until: now.toISOString() })
        .where(eq(schema.announcements.id, id));
    await reserve(buyer.id);
    expect(await driver.compose('watch.news')).toEqual([]);
    await driver.queue();
    await reserve(null);
    expect(await titles()).toEqual([NEWS]);
  });

  test.each(['is_completed', 'is_paused'] as const)(
    'one with %s when the mail is composed is left out',
    async (state) => {
      const { event_id, seller } = await race();
      await watch({ kind: 'market_sale', event_id });
      await makeAd({ event_id, user_id: seller.id });
      await driver.queue();
      await db()
        .update(schema.announcements)
        .set({ [state]: true });
      expect(await driver.compose('watch.news')).toEqual([]);
    },
  );

  test("the owner's own, those of blocked members and those for suspended members are not news", async () => {
    const { event_id, seller } = await race();
    const [blocker, blocked, suspended] = [
      await makeMember(db(), { email: 'b1@exempel.se' }),
      await makeMember(db(), { email: 'b2@exempel.se' }),
      await makeMember(db(), { email: 's@exempel.se', is_suspended: true }),
    ];
    for (const email of ['saljare@exempel.se', 'b1@exempel.se', 'b2@exempel.se', 's@exempel.se'])
      await watch({ kind: 'market_sale', event_id }, email);
    await db()
      .insert(schema.blocks)
      .values([
        { blocker_id: blocker.id, blocked_id: seller.id },
        { blocker_id: seller.id, blocked_id: blocked.id },
      ]);
    await makeAd({ event_id, user_id: seller.id });
    expect(suspended.id).toBeString();
    expect(await titles()).toEqual([]);
  });

  test('a block after the news was found keeps it from being mailed', async () => {
    const { event_id, seller } = await race();
    const reader = await makeMember(db(), { email: EMAIL });
    await watch({ kind: 'market_sale', event_id });
    await makeAd({ event_id, user_id: seller.id });
    await driver.queue();
    await db().insert(schema.blocks).values({ blocker_id: seller.id, blocked_id: reader.id });
    expect(await driver.compose('watch.news')).toEqual([]);
  });

  describe('that match an ad of the other kind', () => {
    async function wantedAd(row: Parameters<typeof makeAnnouncement>[1] = {}) {
      const { event_id, seller } = await race();
      const buyer = await makeMember(db(), { email: EMAIL });
      const own = await makeAd({ event_id, user_id: buyer.id, announcement_type: 'wanted', ...row });
      await driver.forgetChanges();
      return { event_id, seller, buyer, own };
    }

    test('are told to its owner, with a link that turns the alerts off', async () => {
      const { event_id, seller, own } = await wantedAd();
      await makeAd({ event_id, user_id: seller.id });
      const [mail] = await driver.news();
      expect(mail).toMatchObject({ to: EMAIL, subject: `Ny annons: Vasaloppet 90 km, ${formatPrice(1500)}` });
      const token = linkOf(mail, '/bevakning/annons/');
      const { body } = await app.api(`POST /watches/match/${token}`, { body: { scope: 'ad' } });
      expect(body).toEqual({
        order_number: own.order_number,
        event_name: 'Vasaloppet',
        ad: false,
        all: true,
      });
      inMinutes(120);
      await makeAd({ event_id, user_id: seller.id });
      expect(await titles()).toEqual([]);
    });

    test('are told to the owners of ads for sale too', async () => {
      const { event_id, seller } = await wantedAd({ announcement_type: 'sale' });
      await makeAd({ event_id, user_id: seller.id, announcement_type: 'wanted' });
      expect(await titles()).toEqual([NEWS.replace(', 1', ' söks, högst 1')]);
    });

    test.each<[string, Parameters<typeof makeAnnouncement>[1]]>([
      ['of another distance', { distance: '45 km' }],
      ['that is completed', { is_completed: true }],
      ['with the alerts off', { match_alerts: false }],
    ])('are not told to the owner of one %s', async (_, row) => {
      const { event_id, seller } = await wantedAd(row);
      await makeAd({ event_id, user_id: seller.id });
      expect(await titles()).toEqual([]);
    });

    test('are not mailed to an address that its mail server refused, for 90 days', async () => {
      const { event_id, seller, buyer } = await wantedAd();
      await db().insert(schema.watchers).values({ user_id: buyer.id, refused_at: now.toISOString() });
      await makeAd({ event_id, user_id: seller.id });
      expect(await titles()).toEqual([]);
      inMinutes(90 * 24 * 60 + 1);
      await sweepWatches(app.context);
      expect(await db().select({ refused_at: schema.watchers.refused_at }).from(schema.watchers)).toEqual([
        { refused_at: null },
      ]);
    });

    test('are mailed at most once an hour', async () => {
      const { event_id, seller } = await wantedAd();
      const heard: number[] = [];
      for (let minute = 0; minute <= 80; minute += 20) {
        await makeAd({ event_id, user_id: seller.id });
        heard.push((await titles()).length);
        inMinutes(20);
      }
      expect(heard).toEqual([1, 0, 0, 1, 0]);
    });

    test('one click in such a mail turns all alerts off', async () => {
      const { event_id, seller, buyer } = await wantedAd();
      await makeAd({ event_id, user_id: seller.id });
      const [mail] = await driver.news();
      await fetch(`${app.url}/bevakning/avsluta/${linkOf(mail, '/avsluta/')}`, { method: 'POST' });
      const [account] = await db().select().from(schema.accounts).where(eq(schema.accounts.id, buyer.id));
      expect(account?.match_alerts).toBe(false);
    });
  });
});

test('a failed announcement of openings is reported, and does not hold up other news', async () => {
  const { id } = await oldEvent();
  await watch({ kind: 'event', event_id: id });
  await change(id, { event_date: '2027-03-14' });
  await app.sql`alter table watch_days rename to other_days`;
  try {
    expect(await driver.queue().catch(({ cause }) => String(cause))).toContain('watch_days');
  } finally {
    await app.sql`alter table other_days rename to watch_days`;
  }
  expect((await driver.compose('watch.news')).map(({ subject }) => subject)).toEqual([
    'Nytt datum: Vasaloppet, 14 mars 2027',
  ]);
});

test('a change that commits while an earlier one of the same race is matched is mailed too', async () => {
  const { id } = await oldEvent();
  await watch({ kind: 'event', event_id: id });
  await change(id, { organizer: 'Mora IK' });
  await app.sql.begin(async (sql) => {
    await sql`update events set event_date = '2027-03-14' where id = ${id}`;
    expect(await subjects()).toEqual([]);
  });
  expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 14 mars 2027']);
});

test('an address that gets a verified account keeps its watches, and what it heard', async () => {
  const { id } = await oldEvent();
  await watch({ kind: 'event', event_id: id });
  await change(id, { event_date: '2027-03-14' });
  await driver.news();
  const member = await makeMember(db(), { email: EMAIL });
  inMinutes(31);
  await change(id, { event_date: '2027-03-21' });
  const [mail] = await driver.news();
  expect([mail?.to, mail?.name]).toEqual([EMAIL, member.full_name]);
});

/** An unverified account with a watch of each event, numbered from 1. Verifying it joins the watches of its address. */
async function unverifiedWatcher(...eventIds: string[]) {
  const member = await makeMember(db(), { email: EMAIL, is_verified: false });
  const [own] = await db()
    .insert(schema.watchers)
    .values({ user_id: member.id, last_number: eventIds.length })
    .returning();
  const watcher_id = own?.id ?? '';
  await db()
    .insert(schema.watches)
    .values(
      eventIds.map((event_id, at) => ({
        ...{ watcher_id, number: at + 1, kind: 'event' as const, event_id, cadence: 'weekly' as const },
      })),
    );
  const verify = () =>
    db().update(schema.accounts).set({ is_verified: true }).where(eq(schema.accounts.id, member.id));
  return { member, watcher_id, verify };
}

const watchedNumbers = async () =>
  (await db().select().from(schema.watches).orderBy(schema.watches.number)).map(
    ({ watcher_id, number, event_id }) => [watcher_id, number, event_id],
  );

test('the watches of an address that gets a verified account join those of the account, the same one once', async () => {
  const [{ id }, { id: other }] = [await oldEvent(), await oldEvent()];
  await watch({ kind: 'event', event_id: id });
  await watch({ kind: 'event', event_id: other });
  const { member, watcher_id, verify } = await unverifiedWatcher(id);
  await verify();
  expect(await watchedNumbers()).toEqual([
    [watcher_id, 1, id],
    [watcher_id, 3, other],
  ]);
  expect(await db().select().from(schema.watchers)).toMatchObject([
    { user_id: member.id, email: null, last_number: 3 },
  ]);
});

test('the links of mails to an address that joined an account end and show the watches of the account', async () => {
  const [first, second, third] = [await oldEvent(), await oldEvent(), await oldEvent()];
  const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: first.id });
  await watch({ kind: 'event', event_id: second.id });
  const tokens: string[] = [];
  for (const { id } of [first, second]) {
    await change(id, { event_date: '2027-03-14' });
    tokens.push(linkOf((await driver.news())[0], '/avsluta/'));
    inMinutes(31);
  }
  const { watcher_id, verify } = await unverifiedWatcher(third.id, first.id);
  await verify();
  expect(await watchedNumbers()).toEqual([
    [watcher_id, 1, third.id],
    [watcher_id, 2, first.id],
    [watcher_id, 4, second.id],
  ]);
  const list = async () =>
    (await app.api<WatchesByLink>(`GET /watches/${manage_token}`)).body.watches.map(
      ({ event_id }) => event_id,
    );
  expect((await list()).sort()).toEqual([first.id, second.id, third.id].sort());
  const ofMail = await app.api<WatchesOfMail>(`GET /watches/end/${tokens[0]}`);
  expect(ofMail.body.watches.map(({ event_id }) => event_id)).toEqual([first.id]);
  await app.api(`POST /watches/end/${tokens[0]}`);
  expect((await list()).sort()).toEqual([second.id, third.id].sort());
  await app.api(`POST /watches/end/${tokens[1]}`);
  expect(await list()).toEqual([third.id]);
});

test.each([
  ['that is not queued yet', 'daily', []],
  ['of a queued mail', 'direct', ['Nytt datum: Vasaloppet, 14 mars 2027']],
] as const)('news %s is mailed although its address joins an account', async (_, cadence, heardAtOnce) => {
  const [{ id }, { id: other }] = [await oldEvent(), await oldEvent()];
  await watch({ kind: 'event', event_id: id, cadence });
  const { member, verify } = await unverifiedWatcher(other);
  await change(id, { event_date: '2027-03-14' });
  await driver.queue();
  await verify();
  const mails = await driver.compose('watch.news');
  expect(mails.map(({ subject }) => subject)).toEqual([...heardAtOnce]);
  at('2027-01-16T06:00:00Z');
  mails.push(...(await driver.news()));
  expect(mails.map(({ to, name, subject }) => [to, name, subject])).toEqual([
    [EMAIL, member.full_name, 'Nytt datum: Vasaloppet, 14 mars 2027'],
  ]);
  await app.api(`POST /watches/end/${linkOf(mails[0], '/avsluta/')}`);
  expect((await db().select().from(schema.watches)).map(({ event_id }) => event_id)).toEqual([other]);
});
