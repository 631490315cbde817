import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { accounts, announcements, events } from '../../db/schema';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { countByEvent } from '../../src/features/announcements/rules';
import { call, told } from '../support/call';
import { makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { DOORS, type TestApp, testApp } from '../support/doors';

const CREATE = 'marketplace.announcements.create';
const MINE = 'marketplace.announcements.mine';
const UPDATE = 'marketplace.announcements.update';
const COMPLETE = 'marketplace.announcements.complete';
const DELETE = 'marketplace.announcements.delete';
const LIST = 'public.announcements.list';

const MORNING = new Date('2027-03-01T08:00:00Z');
const UNKNOWN = '01a00000-0000-7000-8000-000000000000';

let app: TestApp;
let now = MORNING;
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
afterAll(() => app.stop());
beforeEach(async () => {
  now = MORNING;
  for (const table of [accounts, events]) await app.context.database.db.delete(table);
});

const db = () => app.context.database.db;
const rowOf = async (id: string) =>
  (await db().select().from(announcements).where(eq(announcements.id, id)))[0];

for (const door of DOORS) {
  describe(`ads through ${door}`, () => {
    type Ad = PublicAnnouncement;
    const ask = <Body = Ad>(
      name: string,
      member: { headers: Record<string, string> },
      input?: Record<string, unknown>,
    ) => call<Body>(app, door, name, member, input);
    const listed = async () => (await call<Ad[]>(app, door, LIST)).body.map(({ id }) => id);

    const setUp = async () => {
      const event = await makeEvent(db(), {
        event_name: 'Vasaloppet',
        event_date: '2028-03-05',
        distances: ['45 km', '90 km', '42,1 km'],
      });
      const anna = await makeMember(db(), { full_name: 'Anna Ek' });
      const input = { announcement_type: 'sale', event_id: event.id, distance: '90 km', price: 1295 };
      return { event, anna, input };
    };

    describe('create', () => {
      test("answers the stored ad, and it stands in the list and among its owner's", async () => {
        const { event, anna, input } = await setUp();
        const { status, body } = await ask(CREATE, anna, {
          ...input,
          has_name_change_fee: true,
          name_change_fee: 200,
          description: '  Startgrupp 4 ',
        });
        expect(status).toBe(200);
        expect(body).toEqual({
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
          announcement_type: 'sale',
          event_id: event.id,
          event_name: 'Vasaloppet',
          event_date: '2028-03-05',
          distance: '90 km',
          price: 1295,
          has_name_change_fee: true,
          name_change_fee: 200,
          description: 'Startgrupp 4',
          order_number: expect.stringMatching(/^SP-\d{4,}$/),
          user_id: anna.id,
          user_name: 'Anna Ek',
          is_active: true,
          is_completed: false,
          created_at: '2027-03-01T08:00:00.000Z',
        });
        expect((await ask<Ad[]>(MINE, anna)).body).toEqual([body]);
        expect((await call<Ad[]>(app, door, LIST)).body).toEqual([body]);
        expect(await rowOf(body.id)).toMatchObject({ event_name: 'Vasaloppet', event_date: '2028-03-05' });
      });

      test('takes what is least: a wanted place, no fee, no description', async () => {
        const { anna, input } = await setUp();
        const { body } = await ask(CREATE, anna, { ...input, announcement_type: 'wanted' });
        expect(body).toMatchObject({
          announcement_type: 'wanted',
          has_name_change_fee: false,
          name_change_fee: null,
          description: null,
        });
      });

      test('a fee counts only when has_name_change_fee says so', async () => {
        const { anna, input } = await setUp();
        const fee = { has_name_change_fee: false, name_change_fee: 200 };
        expect((await ask(CREATE, anna, { ...input, ...fee })).body).toMatchObject({
          has_name_change_fee: false,
          name_change_fee: null,
        });
      });

      test('the distance is stored as the event spells it (D16)', async () => {
        const { anna, input } = await setUp();
        for (const [asked, spelled] of [
          ['90KM', '90 km'],
          [' 42,1  km', '42,1 km'],
        ] as const) {
          expect((await ask(CREATE, anna, { ...input, distance: asked })).body.distance).toBe(spelled);
        }
      });

      test('what a caller may not set is not set', async () => {
        const { anna, input } = await setUp();
        const bo = await makeMember(db());
        const { body } = await ask(CREATE, anna, {
          ...input,
          id: UNKNOWN,
          user_id: bo.id,
          order_number: 'SP-0000',
          is_completed: true,
          event_name: 'Annat lopp',
        });
        expect(body).toMatchObject({ user_id: anna.id, is_completed: false, event_name: 'Vasaloppet' });
        expect([body.id, body.order_number]).not.toContainAnyValues([UNKNOWN, 'SP-0000']);
      });

      test('faults are told one at a time, in the order of section 5', async () => {
        const { anna, input } = await setUp();
        const refused = async (change: object) => {
          const answer = await ask(CREATE, anna, { ...input, ...change });
          return told(answer);
        };
        const fee = { has_name_change_fee: true };
        const nothing = { event_id: '', distance: '', price: null, ...fee, announcement_type: 'gift' };
        expect(await refused(nothing)).toEqual([400, 'announcement.event', 'Välj ett evenemang']);
        expect(await refused({ ...nothing, event_id: input.event_id })).toEqual([
          400,
          'announcement.distance',
          'Välj distans',
        ]);
        for (const price of [null, 0, -1, 1.5, 1_000_001, '500', undefined]) {
          expect(await refused({ ...fee, price })).toEqual([
            400,
            'announcement.price',
            'Ange ett giltigt pris',
          ]);
        }
        for (const name_change_fee of [undefined, null, 0, -1, 1.5, 1_000_001, '200']) {
          expect(await refused({ ...fee, name_change_fee })).toEqual([
            400,
            'announcement.name_change_fee',
            'Ange kostnad för namnbyte',
          ]);
        }
        expect(await refused({ announcement_type: 'gift' })).toEqual([
          400,
          'announcement.type',
          'Välj om du säljer eller söker en startplats.',
        ]);
        expect(await refused({ description: 'x'.repeat(5001) })).toEqual([
          400,
          'request.too_long',
          'En text är för lång.',
        ]);
        expect(await refused({ description: 'a\0b' })).toEqual([
          400,
          'request.malformed',
          'Det gick inte att läsa det du skickade.',
        ]);
        expect(await db().select().from(announcements)).toEqual([]);
      });

      test("a distance that is not the event's is refused", async () => {
        const { anna, input } = await setUp();
        expect(told(await ask(CREATE, anna, { ...input, distance: '10 km' }))).toEqual([
          400,
          'announcement.distance',
          'Välj distans',
        ]);
      });

      test('an event that is gone, and one that has passed, are 409 (D35)', async () => {
        const { anna, input } = await setUp();
        expect(told(await ask(CREATE, anna, { ...input, event_id: UNKNOWN }))).toEqual([
          409,
          'announcement.event_gone',
          'Evenemanget finns inte längre.',
        ]);
        const passed = await makeEvent(db(), { event_date: '2027-02-26', event_end_date: '2027-02-28' });
        const forPassed = { ...input, event_id: passed.id, distance: '10 km' };
        expect(told(await ask(CREATE, anna, forPassed))).toEqual([
          409,
          'announcement.event_passed',
          'Evenemanget har redan varit.',
        ]);
        now = new Date('2027-02-28T22:59:59Z'); // Its last second in Stockholm.
        expect((await ask(CREATE, anna, forPassed)).status).toBe(200);
      });

      test('order numbers count up and are not used again after a deletion (D13)', async () => {
        const { anna, input } = await setUp();
        const next = async () => (await ask(CREATE, anna, input)).body;
        const numberOf = ({ order_number }: Ad) => Number(order_number.slice(3));
        const first = await next();
        const second = await next();
        expect(numberOf(second)).toBe(numberOf(first) + 1);
        await ask(DELETE, anna, { id: second.id });
        expect(numberOf(await next())).toBe(numberOf(second) + 1);
      });
    });

    describe("one's own", () => {
      test("are all of them and nobody else's, newest first, whatever their state", async () => {
        const { anna, event } = await setUp();
        const make = (hour: number, row = {}) =>
          makeAnnouncement(db(), {
            user_id: anna.id,
            event_id: event.id,
            created_at: `2027-02-01T0${hour}:00:00.000Z`,
            ...row,
          });
        const completed = await make(3, { is_completed: true });
        const open = await make(1);
        const inactive = await make(2, { is_active: false });
        const passed = await makeEvent(db(), { event_date: '2020-01-01' });
        const over = await make(4, { event_id: passed.id });
        await makeAnnouncement(db());
        const { status, body } = await ask<Ad[]>(MINE, anna);
        expect(status).toBe(200);
        expect(body.map(({ id }) => id)).toEqual([over.id, completed.id, inactive.id, open.id]);
      });

      test('show the event as it is now, and as it last stood when it is gone (D12)', async () => {
        const { anna, event, input } = await setUp();
        const { id } = (await ask(CREATE, anna, input)).body;
        await db()
          .update(events)
          .set({ event_name: 'Vasaloppet 2028', event_date: '2028-03-06' })
          .where(eq(events.id, event.id));
        const stands = { id, event_name: 'Vasaloppet 2028', event_date: '2028-03-06' };
        expect((await ask<Ad[]>(MINE, anna)).body).toMatchObject([
          { ...stands, event_id: event.id, is_active: true },
        ]);
        await db().delete(events).where(eq(events.id, event.id));
        expect((await ask<Ad[]>(MINE, anna)).body).toMatchObject([
          { ...stands, event_id: null, is_active: false },
        ]);
        expect(await listed()).toEqual([]);
      });
    });

    describe('update', () => {
      test('changes price, fee and description, and nothing else', async () => {
        const { anna, input } = await setUp();
        const before = (await ask(CREATE, anna, input)).body;
        now = new Date('2027-03-02T08:00:00Z');
        const { status, body } = await ask(UPDATE, anna, {
          id: before.id,
          price: 900,
          name_change_fee: 150,
          description: ' Ny text ',
          distance: '45 km',
          announcement_type: 'wanted',
          is_completed: true,
          user_id: UNKNOWN,
        });
        const after = {
          ...before,
          price: 900,
          has_name_change_fee: true,
          name_change_fee: 150,
          description: 'Ny text',
        };
        expect([status, body]).toEqual([200, after]);
        expect((await ask<Ad[]>(MINE, anna)).body).toEqual([after]);
      });

      test('a fee of 0, or none, takes the fee away (D35); an empty description is none', async () => {
        const { anna } = await setUp();
        for (const fee of [{ name_change_fee: 0 }, { name_change_fee: null }, {}]) {
          const ad = await makeAnnouncement(db(), {
            user_id: anna.id,
            name_change_fee: 200,
            description: 'x',
          });
          const { body } = await ask(UPDATE, anna, { id: ad.id, price: 500, ...fee, description: '  ' });
          expect(body).toMatchObject({
            has_name_change_fee: false,
            name_change_fee: null,
            description: null,
          });
        }
      });

      test('a price or a fee that is none is refused', async () => {
        const { anna } = await setUp();
        const ad = await makeAnnouncement(db(), { user_id: anna.id });
        const before = await rowOf(ad.id);
        const refused = async (change: object) =>
          told(
            await ask(UPDATE, anna, {
              id: ad.id,
              price: 400,
              name_change_fee: 0,
              description: '',
              ...change,
            }),
          );
        for (const price of [undefined, null, 0, -5, 1.5, '400', 1_000_001]) {
          expect(await refused({ price })).toEqual([400, 'announcement.price', 'Ange ett giltigt pris']);
        }
        for (const name_change_fee of [-1, 1.5, 'x', 1_000_001]) {
          expect(await refused({ name_change_fee })).toEqual([
            400,
            'announcement.new_fee',
            'Ange en giltig namnbytesavgift',
          ]);
        }
        expect(await rowOf(ad.id)).toEqual(before);
      });

      test('an inactive ad may be edited, a completed one not', async () => {
        const { anna } = await setUp();
        const edit = (id: string) =>
          ask(UPDATE, anna, { id, price: 400, name_change_fee: 0, description: '' });
        const inactive = await makeAnnouncement(db(), { user_id: anna.id, is_active: false });
        expect((await edit(inactive.id)).body).toMatchObject({ price: 400, is_active: false });
        const completed = await makeAnnouncement(db(), { user_id: anna.id, is_completed: true });
        const before = await rowOf(completed.id);
        expect(told(await edit(completed.id))).toEqual([
          409,
          'announcement.completed',
          'Annonsen är redan slutförd.',
        ]);
        expect(await rowOf(completed.id)).toEqual(before);
      });
    });

    describe('complete', () => {
      test("ends an ad: out of the list and out of the counts, among its owner's still", async () => {
        const { anna, event, input } = await setUp();
        const ad = (await ask(CREATE, anna, input)).body;
        const other = (await ask(CREATE, anna, { ...input, announcement_type: 'wanted' })).body;
        const counts = async () => countByEvent((await call<Ad[]>(app, door, LIST)).body).get(event.id);
        expect(await counts()).toEqual({ sale: 1, wanted: 1 });
        const { status, body } = await ask(COMPLETE, anna, { id: ad.id });
        expect([status, body]).toEqual([200, { ...ad, is_completed: true }]);
        expect(await listed()).toEqual([other.id]);
        expect(await counts()).toEqual({ sale: 0, wanted: 1 });
        expect((await ask<Ad[]>(MINE, anna)).body).toHaveLength(2);
      });

      test('a second time, or of an inactive ad, is 409', async () => {
        const { anna } = await setUp();
        const ad = await makeAnnouncement(db(), { user_id: anna.id });
        expect((await ask(COMPLETE, anna, { id: ad.id })).status).toBe(200);
        const again = [409, 'announcement.completed', 'Annonsen är redan slutförd.'];
        expect(told(await ask(COMPLETE, anna, { id: ad.id }))).toEqual(again);
        const inactive = await makeAnnouncement(db(), { user_id: anna.id, is_active: false });
        expect(told(await ask(COMPLETE, anna, { id: inactive.id }))).toEqual([
          409,
          'announcement.inactive',
          'Annonsen är inte aktiv.',
        ]);
        expect(await rowOf(inactive.id)).toMatchObject({ is_completed: false });
      });
    });

    describe('delete', () => {
      test('removes the ad whatever its state', async () => {
        const { anna } = await setUp();
        for (const state of [{}, { is_active: false }, { is_completed: true }]) {
          const ad = await makeAnnouncement(db(), { user_id: anna.id, ...state });
          const { status, body } = await ask<unknown>(DELETE, anna, { id: ad.id });
          expect([status, body]).toEqual([200, { message: 'Annons borttagen' }]);
          expect(await rowOf(ad.id)).toBeUndefined();
        }
      });
    });

    test.each([UPDATE, COMPLETE, DELETE])(
      '%s of an ad that is not there, or never could be, is 404',
      async (name) => {
        const { anna } = await setUp();
        for (const id of [UNKNOWN, 'x', '1']) {
          const answer = await ask(name, anna, { id, price: 400, name_change_fee: 0, description: '' });
          expect(told(answer)).toEqual([404, 'announcement.not_found', 'Annonsen finns inte.']);
        }
      },
    );

    test.each([CREATE, MINE, UPDATE, COMPLETE, DELETE])('%s asks who is calling', async (name) => {
      const { input } = await setUp();
      const ad = await makeAnnouncement(db());
      const before = await db().select().from(announcements);
      const nobody: Record<string, string>[] = [{}, { authorization: 'Bearer nobody' }];
      for (const headers of nobody) {
        const answer = await call(app, door, name, { headers }, { ...input, id: ad.id });
        expect(told(answer)).toEqual([401, 'request.unauthorized', 'Du måste vara inloggad']);
      }
      expect(await db().select().from(announcements)).toEqual(before);
    });

    describe('the list', () => {
      test("loses an ad at midnight in Stockholm after its event's last day", async () => {
        const event = await makeEvent(db(), { event_date: '2027-06-11', event_end_date: '2027-06-12' });
        const ad = await makeAnnouncement(db(), { event_id: event.id });
        now = new Date('2027-06-12T21:59:59Z');
        expect(await listed()).toEqual([ad.id]);
        now = new Date('2027-06-12T22:00:00Z');
        expect(await listed()).toEqual([]);
      });

      test('loses the ads of an owner who is suspended, and has them again', async () => {
        const anna = await makeMember(db());
        const ad = await makeAnnouncement(db(), { user_id: anna.id });
        const suspend = (is_suspended: boolean) =>
          db().update(accounts).set({ is_suspended }).where(eq(accounts.id, anna.id));
        await suspend(true);
        expect(await listed()).toEqual([]);
        await suspend(false);
        expect(await listed()).toEqual([ad.id]);
      });
    });
  });
}

test('an order number has four digits at least, and goes on past them (D13)', async () => {
  const anna = await makeMember(db());
  const event = await makeEvent(db());
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const next = async () =>
    (await call<PublicAnnouncement>(app, 'rest', CREATE, anna, input)).body.order_number;
  await db().execute(sql`select setval('announcement_numbers', 41)`);
  expect(await next()).toBe('SP-0042');
  await db().execute(sql`select setval('announcement_numbers', 9998)`);
  expect([await next(), await next()]).toEqual(['SP-9999', 'SP-10000']);
});
