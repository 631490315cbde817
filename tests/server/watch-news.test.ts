import { describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { makeAdmin, makeEvent, makeSeries } from '#tests/support/content.ts';
import { type Change, EMAIL, type EventRow, openWatchWorld } from '#tests/support/watch-world.ts';
import { linkOf, type NewWatch } from '#tests/support/watches.ts';

const { app, at, change, driver, inMinutes, now, oldEvent, subjects, unverifiedWatcher, watch } =
  await openWatchWorld();

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
    await makeEvent(app.db, { event_name: 'Vasaloppet', event_date: '2027-03-07', ...row });
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
      for (const subject of await subjects()) heard.push(`${now().toISOString().slice(0, 13)} ${subject}`);
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
    const { id: series_id } = await makeSeries(app.db);
    await oldEvent({ series_id });
    await watch({ kind: 'series', series_id });
    const { id } = await makeEvent(app.db, { event_name: 'Vasaloppet', event_date: '2028-03-05', series_id });
    expect(await subjects()).toEqual(['Nytt lopp: Vasaloppet, 5 mars 2028']);
    inMinutes(31);
    await change(id, { event_date: '2028-03-12' });
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 12 mars 2028']);
  });
});

test('watches of a series that is merged into another go on there, those of both as one', async () => {
  const [from, into] = [await makeSeries(app.db), await makeSeries(app.db)];
  await oldEvent({ series_id: into.id });
  await watch({ kind: 'series', series_id: from.id });
  for (const { id } of [from, into]) await watch({ kind: 'series', series_id: id }, 'otto@exempel.se');
  const { headers } = await makeAdmin(app.db);
  const { status } = await app.api(`POST /admin/series/${from.id}/merge`, {
    headers,
    body: { into: into.id },
  });
  expect(status).toBe(200);
  await driver.forgetChanges();
  await makeEvent(app.db, { event_name: 'Vasaloppet', event_date: '2028-03-05', series_id: into.id });
  expect((await driver.news()).map(({ to }) => to).sort()).toEqual(['otto@exempel.se', EMAIL]);
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
  expect((await app.db.select().from(schema.watches)).map(({ event_id }) => event_id)).toEqual([other]);
});
