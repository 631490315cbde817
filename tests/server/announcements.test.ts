import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, announcements, events } from '#db/schema/index.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { countByEvent } from '#src/features/announcements/filter/counts.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { ADS, testMarket, UNKNOWN } from '#tests/support/market.ts';

const transport = 'rest';

const { app, setUpSale: setUp, setClock, callOver } = await testMarket();
const loadAd = async (id: string) =>
  (await app.db.select().from(announcements).where(eq(announcements.id, id)))[0];

describe('ads', () => {
  type Ad = OwnAnnouncement;
  const request = callOver(transport);
  const listPublicIds = async () => (await request<Ad[]>(ADS.list)).body.map(({ id }) => id);

  describe('of the caller', () => {
    test('are listed in every state, newest first, without those of others', async () => {
      const { anna, event } = await setUp();
      const makeAd = (hour: number, row = {}) =>
        makeAnnouncement(app.db, {
          user_id: anna.id,
          event_id: event.id,
          created_at: `2027-02-01T0${hour}:00:00.000Z`,
          ...row,
        });
      const completedAd = await makeAd(3, { is_completed: true });
      const openAd = await makeAd(1);
      const inactiveAd = await makeAd(2, { is_active: false });
      const pastEvent = await makeEvent(app.db, { event_date: '2020-01-01' });
      const adOfPastEvent = await makeAd(4, { event_id: pastEvent.id });
      await makeAnnouncement(app.db);
      const { status, body } = await request<Ad[]>(ADS.mine, anna);
      expect(status).toBe(200);
      expect(body.map(({ id }) => id)).toEqual([adOfPastEvent.id, completedAd.id, inactiveAd.id, openAd.id]);
    });

    test('show their event as it is now, or as it last was when it is deleted', async () => {
      const { anna, event, input } = await setUp();
      const { id } = (await request(ADS.create, anna, input)).body;
      await app.db
        .update(events)
        .set({ event_name: 'Vasaloppet 2028', event_date: '2028-03-06' })
        .where(eq(events.id, event.id));
      const lastKnownEvent = { id, event_name: 'Vasaloppet 2028', event_date: '2028-03-06' };
      expect((await request<Ad[]>(ADS.mine, anna)).body).toMatchObject([
        { ...lastKnownEvent, event_id: event.id, is_active: true },
      ]);
      await app.db.delete(events).where(eq(events.id, event.id));
      expect((await request<Ad[]>(ADS.mine, anna)).body).toMatchObject([
        { ...lastKnownEvent, event_id: null, is_active: false },
      ]);
      expect(await listPublicIds()).toEqual([]);
    });
  });

  describe('when updated', () => {
    test('change price, fee and description, and nothing else', async () => {
      const { anna, input } = await setUp();
      const createdAd = (await request(ADS.create, anna, input)).body;
      setClock(new Date('2027-03-02T08:00:00Z'));
      const { status, body } = await request(ADS.update, anna, {
        id: createdAd.id,
        price: 900,
        name_change_fee: 150,
        description: ' Ny text ',
        distance: '45 km',
        announcement_type: 'wanted',
        is_completed: true,
        user_id: UNKNOWN,
      });
      const expectedAd = {
        ...createdAd,
        price: 900,
        has_name_change_fee: true,
        name_change_fee: 150,
        description: 'Ny text',
        version: 2,
      };
      expect([status, body]).toEqual([200, expectedAd]);
      expect((await request<Ad[]>(ADS.mine, anna)).body).toEqual([expectedAd]);
    });

    test('are not overwritten with an outdated version, but without a version the last write wins', async () => {
      const { anna, input } = await setUp();
      const { id, version } = (await request(ADS.create, anna, input)).body;
      const save = (price: number, knownVersion?: number) =>
        request(ADS.update, anna, { id, price, version: knownVersion });
      const firstSave = await save(700, version);
      expect(firstSave.body).toMatchObject({ price: 700, version: version + 1 });
      expect(outcomeOf(await save(800, version))).toEqual([
        409,
        'announcement.changed',
        'Annonsen har ändrats i ett annat fönster sedan du öppnade den.',
      ]);
      expect((await request<Ad[]>(ADS.mine, anna)).body).toMatchObject([{ price: 700 }]);
      expect((await save(800, firstSave.body.version)).body.price).toBe(800);
      expect((await save(900)).body.price).toBe(900);
    });

    test('accept one of two concurrent saves of the same version', async () => {
      const { anna, input } = await setUp();
      const { id, version } = (await request(ADS.create, anna, input)).body;
      const responses = await Promise.all(
        [700, 800].map((price) => request(ADS.update, anna, { id, price, version })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test('lose a fee that is 0 or missing, and an empty description', async () => {
      const { anna } = await setUp();
      for (const fee of [{ name_change_fee: 0 }, { name_change_fee: null }, {}]) {
        const ad = await makeAnnouncement(app.db, {
          user_id: anna.id,
          name_change_fee: 200,
          description: 'x',
        });
        const { body } = await request(ADS.update, anna, {
          id: ad.id,
          price: 500,
          ...fee,
          description: '  ',
        });
        expect(body).toMatchObject({
          has_name_change_fee: false,
          name_change_fee: null,
          description: null,
        });
      }
    });

    test('reject an invalid price or fee', async () => {
      const { anna } = await setUp();
      const ad = await makeAnnouncement(app.db, { user_id: anna.id });
      const adBefore = await loadAd(ad.id);
      const updateWith = async (change: object) =>
        outcomeOf(
          await request(ADS.update, anna, {
            id: ad.id,
            price: 400,
            name_change_fee: 0,
            description: '',
            ...change,
          }),
        );
      for (const price of [undefined, null, 0, -5, 1.5, '400', 1_000_001]) {
        expect(await updateWith({ price })).toEqual([400, 'announcement.price', 'Ange ett giltigt pris']);
      }
      for (const name_change_fee of [-1, 1.5, 'x', 1_000_001]) {
        expect(await updateWith({ name_change_fee })).toEqual([
          400,
          'announcement.new_fee',
          'Ange en giltig namnbytesavgift',
        ]);
      }
      expect(await loadAd(ad.id)).toEqual(adBefore);
    });

    test('may be inactive, but not completed', async () => {
      const { anna } = await setUp();
      const edit = (id: string) =>
        request(ADS.update, anna, { id, price: 400, name_change_fee: 0, description: '' });
      const inactiveAd = await makeAnnouncement(app.db, { user_id: anna.id, is_active: false });
      expect((await edit(inactiveAd.id)).body).toMatchObject({ price: 400, is_active: false });
      const completedAd = await makeAnnouncement(app.db, { user_id: anna.id, is_completed: true });
      const adBefore = await loadAd(completedAd.id);
      expect(outcomeOf(await edit(completedAd.id))).toEqual([
        409,
        'announcement.completed',
        'Annonsen är redan slutförd.',
      ]);
      expect(await loadAd(completedAd.id)).toEqual(adBefore);
    });
  });

  describe('when completed', () => {
    test('leave the public list and the counts, but stay in the list of their owner', async () => {
      const { anna, event, input } = await setUp();
      const ad = (await request(ADS.create, anna, input)).body;
      const otherAd = (await request(ADS.create, anna, { ...input, announcement_type: 'wanted' })).body;
      const loadCounts = async () => countByEvent((await request<Ad[]>(ADS.list)).body).get(event.id);
      expect(await loadCounts()).toEqual({ sale: 1, wanted: 1 });
      const { status, body } = await request(ADS.complete, anna, { id: ad.id });
      expect([status, body]).toEqual([200, { ...ad, is_completed: true, version: 2 }]);
      expect(await listPublicIds()).toEqual([otherAd.id]);
      expect(await loadCounts()).toEqual({ sale: 0, wanted: 1 });
      expect((await request<Ad[]>(ADS.mine, anna)).body).toHaveLength(2);
    });

    test('return 409 if they are completed already, or inactive', async () => {
      const { anna } = await setUp();
      const ad = await makeAnnouncement(app.db, { user_id: anna.id });
      expect((await request(ADS.complete, anna, { id: ad.id })).status).toBe(200);
      const alreadyCompleted = [409, 'announcement.completed', 'Annonsen är redan slutförd.'];
      expect(outcomeOf(await request(ADS.complete, anna, { id: ad.id }))).toEqual(alreadyCompleted);
      const inactiveAd = await makeAnnouncement(app.db, { user_id: anna.id, is_active: false });
      expect(outcomeOf(await request(ADS.complete, anna, { id: inactiveAd.id }))).toEqual([
        409,
        'announcement.inactive',
        'Annonsen är inte aktiv.',
      ]);
      expect(await loadAd(inactiveAd.id)).toMatchObject({ is_completed: false });
    });
  });

  describe('when deleted', () => {
    test('are removed in any state', async () => {
      const { anna } = await setUp();
      for (const state of [{}, { is_active: false }, { is_completed: true }]) {
        const ad = await makeAnnouncement(app.db, { user_id: anna.id, ...state });
        const { status, body } = await request<unknown>(ADS.delete, anna, { id: ad.id });
        expect([status, body]).toEqual([200, { message: 'Annons borttagen' }]);
        expect(await loadAd(ad.id)).toBeUndefined();
      }
    });
  });

  test.each([ADS.update, ADS.complete, ADS.delete])(
    'return 404 from %s for an unknown or invalid id',
    async (name) => {
      const { anna } = await setUp();
      for (const id of [UNKNOWN, 'x', '1']) {
        const response = await request(name, anna, { id, price: 400, name_change_fee: 0, description: '' });
        expect(outcomeOf(response)).toEqual([404, 'announcement.not_found', 'Annonsen finns inte.']);
      }
    },
  );

  test.each([ADS.create, ADS.mine, ADS.update, ADS.complete, ADS.delete])(
    'require a login for %s',
    async (name) => {
      const { input } = await setUp();
      const ad = await makeAnnouncement(app.db);
      const adsBefore = await app.db.select().from(announcements);
      const invalidHeaders: Record<string, string>[] = [{}, { authorization: 'Bearer nobody' }];
      for (const headers of invalidHeaders) {
        const response = await request(name, { headers }, { ...input, id: ad.id });
        expect(outcomeOf(response)).toEqual([401, 'request.unauthorized', 'Du måste vara inloggad']);
      }
      expect(await app.db.select().from(announcements)).toEqual(adsBefore);
    },
  );

  describe('in the public list', () => {
    test('disappear at midnight in Stockholm after the last day of the event', async () => {
      const event = await makeEvent(app.db, { event_date: '2027-06-11', event_end_date: '2027-06-12' });
      const ad = await makeAnnouncement(app.db, { event_id: event.id });
      setClock(new Date('2027-06-12T21:59:59Z'));
      expect(await listPublicIds()).toEqual([ad.id]);
      setClock(new Date('2027-06-12T22:00:00Z'));
      expect(await listPublicIds()).toEqual([]);
    });

    test('disappear while their owner is suspended', async () => {
      const anna = await makeMember(app.db);
      const ad = await makeAnnouncement(app.db, { user_id: anna.id });
      const setSuspended = (is_suspended: boolean) =>
        app.db.update(accounts).set({ is_suspended }).where(eq(accounts.id, anna.id));
      await setSuspended(true);
      expect(await listPublicIds()).toEqual([]);
      await setSuspended(false);
      expect(await listPublicIds()).toEqual([ad.id]);
    });
  });
});
