import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, conversations, events, outbox } from '#db/schema/index.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { opensBeforeItCloses, type PublicEvent } from '#src/features/events/contract.ts';
import { registrationOf } from '#src/features/events/rules.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { makeAdmin, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { ADS, testMarket } from '#tests/support/market.ts';

const transport = 'rest';

const { app, setClock, callOver } = await testMarket();
const RACE = { event_name: 'Loppet', event_date: '2027-05-08', sport_type: 'Löpning', distances: '10 km' };

describe('the state of an event', () => {
  const request = callOver(transport);
  const setUp = async (row = {}) => {
    const admin = await makeAdmin(app.db);
    const { body: event } = await request<AdminEvent>('admin.events.create', admin, { ...RACE, ...row });
    const update = async (change: object, source: AdminEvent = event) =>
      request<AdminEvent & { code: ErrorCode }>('admin.events.update', admin, {
        ...RACE,
        id: source.id,
        ...change,
      });
    return { admin, event, update };
  };
  const list = async () => (await request<PublicEvent[]>('public.events.list')).body;

  test('is stored, published, and kept by an update that does not name it', async () => {
    const state = {
      status: 'postponed',
      status_note: 'Snön räcker inte.',
      previous_dates: ['2027-05-01'],
      registration_opens_on: '2026-11-01',
      registration_closes_on: '2027-04-30',
      registration_url: 'https://loppet.example/anmalan',
      registration_kind: 'lottery',
      sold_out: true,
    };
    const { event, update } = await setUp({ ...state, registration_url: 'loppet.example/anmalan' });
    expect(event).toMatchObject({ ...state, registration: 'sold_out', sequence: 0 });
    expect(await list()).toMatchObject([{ ...state, registration: 'sold_out', sequence: 0 }]);
    const { body } = await update({ organizer: 'IFK Mora' });
    expect(body).toMatchObject({ ...state, organizer: 'IFK Mora' });
    const cleared = { status: 'scheduled', status_note: null, previous_dates: [], sold_out: false };
    expect((await update(cleared)).body).toMatchObject(cleared);
  });

  test.each([
    ['an unknown status', { status: 'stopped' }, 'event.choice'],
    ['an unknown kind of registration', { registration_kind: 'auction' }, 'event.choice'],
    ['a word for sold out', { sold_out: 'ja' }, 'event.boolean'],
    ['a previous date that does not exist', { previous_dates: ['2027-02-30'] }, 'event.date'],
    ['21 previous dates', { previous_dates: Array(21).fill('2027-01-01') }, 'event.too_many_dates'],
    [
      'a registration that closes before it opens',
      { registration_opens_on: '2027-02-02', registration_closes_on: '2027-02-01' },
      'event.registration_order',
    ],
    ['a note of 301 characters', { status_note: 'x'.repeat(301) }, 'request.too_long'],
    ['a link that is not a web address', { registration_url: 'javascript:alert(1)' }, 'request.url'],
  ] as const)('rejects %s', async (_, change, code) => {
    const { event, update } = await setUp();
    const { status, body } = await update(change);
    expect([status, body.code]).toEqual([400, code]);
    expect((await list())[0]).toMatchObject({ status: event.status, sequence: 0 });
  });

  test('rejects a closing date before the stored opening date, which was left out', async () => {
    const { update } = await setUp({ registration_opens_on: '2027-03-01' });
    const { body } = await update({ registration_closes_on: '2027-02-01' });
    expect(body.code).toBe('event.registration_order');
  });

  test('counts changes of name, date, place and status, and dates every visible change', async () => {
    const { event, update } = await setUp();
    const old = '2027-01-01T00:00:00.000Z';
    const changeOf = async (change: object) => {
      await app.db.update(events).set({ updated_at: old }).where(eq(events.id, event.id));
      const { sequence: before = 0 } = (await list())[0] ?? {};
      const { body } = await update(change);
      return [body.sequence - before, body.updated_at !== old];
    };
    expect(await changeOf({})).toEqual([0, false]);
    expect(await changeOf({ organizer: 'IFK' })).toEqual([0, true]);
    expect(await changeOf({ event_date: '2027-05-09' })).toEqual([1, true]);
    expect(await changeOf({ event_date: '2027-05-09', event_name: 'Nya loppet' })).toEqual([1, true]);
    expect(await changeOf({ event_date: '2027-05-09', event_name: 'Nya loppet', ort: 'Mora' })).toEqual([
      1,
      true,
    ]);
    expect(
      await changeOf({
        event_date: '2027-05-09',
        event_name: 'Nya loppet',
        ort: 'Mora',
        status: 'cancelled',
      }),
    ).toEqual([1, true]);
  });

  test('tells a move from a correction, and schedules a postponed race with its new date', async () => {
    const { update } = await setUp();
    expect((await update({ event_date: '2027-05-09' })).body.previous_dates).toEqual([]);
    const moved = await update({ event_date: '2027-05-15', date_change: 'moved' });
    expect(moved.body.previous_dates).toEqual(['2027-05-09']);
    await update({ event_date: '2027-05-15', status: 'postponed' });
    const { body } = await update({ event_date: '2027-09-04' });
    expect(body).toMatchObject({ status: 'scheduled', previous_dates: ['2027-05-09', '2027-05-15'] });
  });

  test('opens and closes the registration at midnight in Stockholm, without a write', async () => {
    await setUp({ registration_opens_on: '2027-03-02', registration_closes_on: '2027-03-02' });
    const registrationAt = async (instant: string) => {
      setClock(new Date(instant));
      return (await list())[0]?.registration;
    };
    expect(await registrationAt('2027-03-01T22:59:59Z')).toBe('not_open');
    expect(await registrationAt('2027-03-01T23:00:00Z')).toBe('open');
    expect(await registrationAt('2027-03-02T23:00:00Z')).toBe('closed');
  });

  describe('that no longer takes place as planned', () => {
    const setUpMarket = async () => {
      const { event, update, admin } = await setUp();
      const people = await Promise.all(
        ['Anna', 'Bo', 'Cilla', 'Dan'].map((full_name) => makeMember(app.db, { full_name })),
      );
      const [anna, bo, cilla, dan] = people as [
        (typeof people)[0],
        (typeof people)[0],
        (typeof people)[0],
        (typeof people)[0],
      ];
      const ad = await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id, distance: '10 km' });
      const completedAd = await makeAnnouncement(app.db, {
        user_id: cilla.id,
        event_id: event.id,
        is_completed: true,
      });
      await request('marketplace.conversations.send', bo, { announcement_id: ad.id, message_text: 'Hej' });
      await app.db.delete(outbox);
      const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 500 };
      const publicIds = async () => (await request<OwnAnnouncement[]>(ADS.list)).body.map(({ id }) => id);
      const own = async () => (await request<OwnAnnouncement[]>(ADS.mine, anna)).body[0];
      const mails = async () =>
        (await app.db.select().from(outbox))
          .map(({ kind, about }) => `${kind} ${(about as { user_id: string }).user_id}`)
          .sort();
      return { event, update, admin, anna, bo, cilla, dan, ad, completedAd, input, publicIds, own, mails };
    };

    test.each(['cancelled', 'postponed'] as const)(
      'hides its ads, takes no new ones and tells everyone concerned once: %s',
      async (status) => {
        const { update, anna, bo, dan, ad, input, publicIds, own, mails } = await setUpMarket();
        expect(await publicIds()).toEqual([ad.id]);
        await update({ status });
        await update({ status, status_note: 'Storm' });
        expect(await publicIds()).toEqual([]);
        expect(await own()).toMatchObject({ is_active: true, is_paused: true, event_state: { status } });
        // Not Cilla, whose ad is completed and has no conversation, and not Dan.
        expect(await mails()).toEqual(
          [anna.id, bo.id].map((id) => `announcement.event_${status} ${id}`).sort(),
        );
        const code = `announcement.event_${status}`;
        const refused = await request<{ code: string }>(ADS.create, dan, input);
        expect([refused.status, refused.body.code]).toEqual([409, code]);
        const message = { announcement_id: ad.id, message_text: 'Hej' };
        const silenced = await request<{ code: string }>('marketplace.conversations.send', dan, message);
        expect([silenced.status, silenced.body.code]).toEqual([409, code]);
        // A conversation that has begun goes on.
        expect((await request('marketplace.conversations.send', bo, message)).status).toBe(200);
        expect(await app.db.select().from(conversations)).toHaveLength(1);
      },
    );

    test('gets its ads back only when their owners renew them after a new date is set', async () => {
      const { update, anna, bo, ad, publicIds, own } = await setUpMarket();
      await update({ status: 'postponed' });
      const renew = (member: typeof anna) =>
        request<OwnAnnouncement & { code: string }>('marketplace.announcements.renew', member, {
          id: ad.id,
        });
      expect((await renew(anna)).body.code).toBe('announcement.event_postponed');
      await update({ event_date: '2027-09-04' });
      expect(await publicIds()).toEqual([]);
      expect((await renew(bo)).body.code).toBe('announcement.not_own');
      expect((await renew(anna)).body).toMatchObject({
        is_paused: false,
        event_state: { status: 'scheduled', previous_dates: ['2027-05-08'] },
      });
      expect(await publicIds()).toEqual([ad.id]);
      expect(await own()).toMatchObject({ is_paused: false });
      // Again, without an effect.
      expect((await renew(anna)).status).toBe(200);
    });
  });
});

test('the list and the rule agree on the registration of every combination of dates and states', async () => {
  const today = '2027-03-01';
  setClock(new Date(`${today}T12:00:00Z`));
  const days = [null, addDaysTo(today, -1), today, addDaysTo(today, 1)];
  const rows = days.flatMap((opens) =>
    days.flatMap((closes) =>
      (['scheduled', 'cancelled', 'postponed'] as const).flatMap((status) =>
        [true, false].flatMap((sold_out) =>
          [null, 'https://example.se'].flatMap((registration_url) =>
            [addDaysTo(today, -1), today].map((event_date) => ({
              registration_opens_on: opens,
              registration_closes_on: closes,
              status,
              sold_out,
              registration_url,
              event_date,
            })),
          ),
        ),
      ),
    ),
  );
  const validRows = rows.filter(opensBeforeItCloses);
  for (const row of validRows) await makeEvent(app.db, row);
  const { body } = await callOver('rest')<PublicEvent[]>('public.events.list');
  expect(body).toHaveLength(validRows.length);
  expect(body.filter((event) => event.registration !== registrationOf(event, today))).toEqual([]);
  await app.db.delete(announcements);
});
